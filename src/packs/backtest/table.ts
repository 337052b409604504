import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, ownerColumns } from '#src/platform/db/columns.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import type { Tally } from './tally.ts'

/** A backtest: what it compares, its progress, and its result so far. */
export const packBacktests = pgTable(
  'pack_backtest',
  {
    id: uuid('id').primaryKey(),
    ...ownerColumns,
    owner: text('owner').notNull(),
    name: text('name').notNull(),
    /** Null when the text of a draft is tried. */
    version: integer('version'),
    draft: jsonb('draft').$type<Omit<Pack, 'name' | 'version'>>(),
    against: integer('against'),
    since: instant('since').notNull(),
    limit: integer('limit').notNull(),
    status: text('status').$type<'running' | 'completed' | 'failed'>().notNull().default('running'),
    /** The number of runs to compare, known once the first batch has begun. */
    total: integer('total'),
    /** The runs processed so far, including those left out. */
    seen: integer('seen').notNull().default(0),
    /** The last processed run: the next batch begins after it. */
    lastStartedAt: bigint('last_started_at', { mode: 'number' }),
    lastRun: uuid('last_run'),
    tally: jsonb('tally').$type<Tally>().notNull(),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('pack_backtest_running')
      .on(table.tenant)
      .where(sql`${table.status} = 'running'`),
    check('pack_backtest_tried', sql`(${table.version} is null) <> (${table.draft} is null)`),
  ],
)

/** The shadow version’s decision on the results of a run, at its end. */
export const packShadows = pgTable(
  'pack_shadow',
  {
    runId: uuid('run_id').primaryKey(),
    ...ownerColumns,
    name: text('name').notNull(),
    /** The version of the shadow. */
    version: integer('version').notNull(),
    tally: jsonb('tally').$type<Tally>().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('pack_shadow_latest').on(table.tenant, table.mode, table.name, table.version, table.at),
  ],
)

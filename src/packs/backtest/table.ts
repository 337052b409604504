import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#src/platform/db/columns.ts'
import type { Mode } from '#src/journey/transaction/rules.ts'
import type { Tally } from './tally.ts'

/** A version tried over past runs: what is asked, how far it has come, and what came out so far. */
export const packBacktests = pgTable(
  'pack_backtest',
  {
    id: uuid('id').primaryKey(),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    owner: text('owner').notNull(),
    name: text('name').notNull(),
    version: integer('version').notNull(),
    against: integer('against'),
    since: instant('since').notNull(),
    limit: integer('limit').notNull(),
    status: text('status').$type<'running' | 'completed' | 'failed'>().notNull().default('running'),
    /** Runs that are asked about; known once the first batch has begun. */
    total: integer('total'),
    /** Runs that were looked at, those left out included. */
    seen: integer('seen').notNull().default(0),
    /** The run that was looked at last: the next batch begins behind it. */
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
  ],
)

/** What the shadow of a pack would have decided on the results of a run, at its end. */
export const packShadows = pgTable(
  'pack_shadow',
  {
    runId: uuid('run_id').primaryKey(),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    name: text('name').notNull(),
    /** Of the shadow. */
    version: integer('version').notNull(),
    tally: jsonb('tally').$type<Tally>().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('pack_shadow_latest').on(table.tenant, table.mode, table.name, table.version, table.at),
  ],
)

import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, sealed } from '#src/platform/db/columns.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Mode } from '#src/journey/transaction/rules.ts'
import type { VersionRef } from '#src/journey/registry/shares.ts'
import type { Answers, ModuleState, Rounds } from '#src/packs/document/interpret.ts'

type RunStatus = 'processing' | 'partial' | 'completed'

/** A run is pinned to the version it started with. */
export const packRuns = pgTable(
  'pack_run',
  {
    id: uuid('id').primaryKey(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    /** Whose version it is: the tenant's, or `*` for the service's. */
    owner: text('owner').notNull(),
    /** Of its transaction, so that the runs of a tenant are counted by an index. */
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    name: text('name').notNull(),
    version: integer('version').notNull(),
    /** The version that is evaluated beside it, on its results. */
    shadow: jsonb('shadow').$type<VersionRef>(),
    /** Started by the first query of the pack; there is one such run per transaction and pack. */
    implicit: boolean('implicit').notNull(),
    status: text('status').$type<RunStatus>().notNull().default('processing'),
    /** The verdict of the stop that has ended it; a technical failure is none. */
    outcome: text('outcome'),
    stopReason: text('stop_reason'),
    /** A person has decided the outcome: of the run as a whole, or at a review of its composition. */
    decidedBy: text('decided_by').$type<'review' | 'review-step'>(),
    /** The condition without an answer that has ended it. */
    unansweredStep: text('unanswered_step'),
    /** Of its conditions, by their position in the document. */
    answers: jsonb('answers').$type<Answers>().notNull().default({}),
    /** Of its repeat steps, where there was more than one. */
    rounds: jsonb('rounds').$type<Rounds>().notNull().default({}),
    /** How many rounds of its repeat steps have begun, all together. */
    roundsBegun: integer('rounds_begun').notNull().default(0),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('pack_run_implicit')
      .on(table.transactionId, table.name)
      .where(sql`${table.implicit}`),
    index('pack_run_latest').on(table.transactionId, table.name, table.startedAt),
    index('pack_run_counted').on(table.tenant, table.mode, table.name, table.startedAt),
  ],
)

export const packModules = pgTable(
  'pack_module',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => packRuns.id),
    /** Its name in the document: its id, else the key of its module. */
    step: text('step').notNull(),
    status: text('status').$type<ModuleState>().notNull(),
    /** How often the run came to it, in steps that repeat it. */
    round: integer('round').notNull().default(1),
    /** A person wants it done anew: what was there before does not count. */
    afresh: boolean('afresh').notNull().default(false),
    /** The question whose answer has ended it, where each counts for one step. */
    taken: uuid('taken'),
    /** Further tries since it began. */
    tries: integer('tries').notNull().default(0),
    startedAt: instant('started_at'),
    deadlineAt: instant('deadline_at'),
    /** Until then what comes after it waits for it to be run again. */
    heldUntil: instant('held_until'),
    endedAt: instant('ended_at'),
    failureCode: text('failure_code'),
  },
  (table) => [primaryKey({ columns: [table.runId, table.step] })],
)

/** What a run saw, sealed under the key of its transaction. */
export const packEvidence = pgTable('pack_evidence', {
  runId: uuid('run_id')
    .primaryKey()
    .references(() => packRuns.id),
  kept: sealed('kept').notNull(),
  /** Of what is kept, before it was sealed. */
  bytes: integer('bytes').notNull(),
  /** It was more than may be kept. */
  isTooLarge: boolean('is_too_large').notNull(),
})

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

/** A run, pinned to the version with which it started. */
export const packRuns = pgTable(
  'pack_run',
  {
    id: uuid('id').primaryKey(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    /** The owner of the version: the tenant, or `*` for the service. */
    owner: text('owner').notNull(),
    /** Copied from the transaction, so that an index counts the runs of a tenant. */
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    name: text('name').notNull(),
    version: integer('version').notNull(),
    /** The shadow version that is evaluated on its results. */
    shadow: jsonb('shadow').$type<VersionRef>(),
    /** Started by the first query of the pack; there is one such run per transaction and pack. */
    implicit: boolean('implicit').notNull(),
    status: text('status').$type<RunStatus>().notNull().default('processing'),
    /** The verdict of the stop that ended it; a technical failure has none. */
    outcome: text('outcome'),
    stopReason: text('stop_reason'),
    /** Set when a person decided the outcome: on the whole run, or at a review step. */
    decidedBy: text('decided_by').$type<'review' | 'review-step'>(),
    /** The unanswered condition that ended the run. */
    unansweredStep: text('unanswered_step'),
    /** The answers of conditions and reviews, by position in the document. */
    answers: jsonb('answers').$type<Answers>().notNull().default({}),
    /** The rounds of repeat steps, where there was more than one. */
    rounds: jsonb('rounds').$type<Rounds>().notNull().default({}),
    /** The number of started rounds over all repeat steps. */
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
    /** The step’s name: its id, or else the key of its module. */
    step: text('step').notNull(),
    status: text('status').$type<ModuleState>().notNull(),
    /** How often the run has reached it within repeat steps. */
    round: integer('round').notNull().default(1),
    /** A person wants the step repeated, so earlier results do not count. */
    afresh: boolean('afresh').notNull().default(false),
    /** How often a person has requested the brought result anew; each request begins a round of its own. */
    again: integer('again').notNull().default(0),
    /** The question whose answer has completed the step, because each answer counts for one step only. */
    taken: uuid('taken'),
    /** Repeated tries since the start. */
    tries: integer('tries').notNull().default(0),
    startedAt: instant('started_at'),
    deadlineAt: instant('deadline_at'),
    /** The time until which the following steps wait for the module to run again. */
    heldUntil: instant('held_until'),
    endedAt: instant('ended_at'),
    failureCode: text('failure_code'),
  },
  (table) => [primaryKey({ columns: [table.runId, table.step] })],
)

/** The evidence of a run, sealed with the transaction’s key. */
export const packEvidence = pgTable('pack_evidence', {
  runId: uuid('run_id')
    .primaryKey()
    .references(() => packRuns.id),
  kept: sealed('kept').notNull(),
  /** The size of the evidence before it was sealed. */
  bytes: integer('bytes').notNull(),
  /** Set when the evidence exceeded the limit and was not stored. */
  isTooLarge: boolean('is_too_large').notNull(),
})

/**
 * Who brought the value: a client, an endpoint of the tenant, a person in a form, or the service itself for its
 * outputs.
 */
export type BroughtBy = 'client' | 'endpoint' | 'person' | 'service'

/** The values that were brought to a run, sealed with the transaction’s key. */
export const packValues = pgTable(
  'pack_value',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => packRuns.id),
    /** The name of the step; `input` for the values at the start of the run, `output` for its outputs. */
    step: text('step').notNull(),
    /** Counts repeat steps and a person’s requests for a new result alike. */
    round: integer('round').notNull(),
    by: text('by').$type<BroughtBy>().notNull(),
    at: instant('at').notNull(),
    value: sealed('value').notNull(),
    /** The size of the value before it was sealed. */
    bytes: integer('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.step, table.round] })],
)

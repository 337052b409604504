import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { TaskId } from '#src/journey/suspects/store.ts'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import { digest, instant, sealed } from '#src/platform/db/columns.ts'
import type { ExaminationKind } from './rules.ts'
import type { PromptedPose } from '#src/biometrics/movement/pacing-rules.ts'
import type { Action } from '#src/biometrics/movement/rules.ts'

/** Images that engines look at, once: what came with them, and what came of it. */
export const examinations = pgTable(
  'examination',
  {
    id: uuid('id').primaryKey(),
    ...transactionColumn,
    kind: text('kind').$type<ExaminationKind>().notNull(),
    /** A keyed hash of what was sent: the same again is the same submission. */
    fingerprint: digest('fingerprint').notNull(),
    status: text('status').$type<'processing' | 'done' | 'failed'>().notNull(),
    failureCode: text('failure_code'),
    /** The journal's entry from which the result is awaited. */
    takenSeq: integer('taken_seq').notNull(),
    takenAt: instant('taken_at').notNull(),
    endedAt: instant('ended_at'),
    input: sealed('input').notNull(),
    result: sealed('result'),
  },
  (table) => [
    uniqueIndex('examination_fingerprint').on(table.transactionId, table.kind, table.fingerprint),
    index('examination_newest').on(table.transactionId, table.takenAt),
  ],
)

/** A nonce with what is to be done before the camera; used by one submission. */
export const livenessChallenges = pgTable(
  'liveness_challenge',
  {
    nonceHash: digest('nonce_hash').primaryKey(),
    ...transactionColumn,
    actions: jsonb('actions').$type<readonly Action[]>().notNull(),
    issuedAt: instant('issued_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedBy: uuid('used_by'),
    /** The poses that were asked for one by one; null where all `actions` were said at once. */
    poses: jsonb('poses').$type<readonly PromptedPose[]>(),
  },
  (table) => [index('liveness_challenge_transaction').on(table.transactionId, table.issuedAt)],
)

/** Capacity of the engines that submissions have reserved, from before their images are stored; wall time. */
export const engineWork = pgTable('engine_work', {
  /** The submission. */
  id: uuid('id').primaryKey(),
  tenant: text('tenant').notNull(),
  /** Given back by then, whatever became of who took it. */
  expiresAt: instant('expires_at').notNull(),
})

/** The workers that do engines' work, and when each was last seen with Temporal behind it; wall time. */
export const engineHosts = pgTable('engine_host', {
  id: uuid('id').primaryKey(),
  seenAt: instant('seen_at').notNull(),
  /** The tasks that it had under way then. */
  underWay: jsonb('under_way').$type<readonly TaskId[]>().notNull().default([]),
})

import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { TaskId } from '#src/journey/suspects/store.ts'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import { digest, instant, sealed } from '#src/platform/db/columns.ts'
import type { ExaminationKind } from './rules.ts'
import type { PromptedPose } from '#src/biometrics/movement/pacing-rules.ts'
import type { Action } from '#src/biometrics/movement/rules.ts'

/** The submissions of images to the engines, each with its input and its result. */
export const examinations = pgTable(
  'examination',
  {
    id: uuid('id').primaryKey(),
    ...transactionColumn,
    kind: text('kind').$type<ExaminationKind>().notNull(),
    /** A keyed hash of what was sent, by which a repeated submission is recognised. */
    fingerprint: digest('fingerprint').notNull(),
    status: text('status').$type<'processing' | 'done' | 'failed'>().notNull(),
    failureCode: text('failure_code'),
    /** The journal entry from which the result is awaited. */
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

/** A nonce with the movements that it asks for; used by one submission. */
export const livenessChallenges = pgTable(
  'liveness_challenge',
  {
    nonceHash: digest('nonce_hash').primaryKey(),
    ...transactionColumn,
    actions: jsonb('actions').$type<readonly Action[]>().notNull(),
    issuedAt: instant('issued_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedBy: uuid('used_by'),
    /** The poses of a paced challenge, one by one; null if all `actions` were asked for at once. */
    poses: jsonb('poses').$type<readonly PromptedPose[]>(),
  },
  (table) => [index('liveness_challenge_transaction').on(table.transactionId, table.issuedAt)],
)

/** Capacity of the engines that submissions reserved before their images were stored; in wall time. */
export const engineWork = pgTable('engine_work', {
  /** The id of the submission. */
  id: uuid('id').primaryKey(),
  tenant: text('tenant').notNull(),
  /** The capacity is free again from this moment, whatever became of the submission. */
  expiresAt: instant('expires_at').notNull(),
})

/** The workers that run the engines, and when each was last seen connected to Temporal; in wall time. */
export const engineHosts = pgTable('engine_host', {
  id: uuid('id').primaryKey(),
  seenAt: instant('seen_at').notNull(),
  /** The tasks that the worker was running when it was last seen. */
  underWay: jsonb('under_way').$type<readonly TaskId[]>().notNull().default([]),
})

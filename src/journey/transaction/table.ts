import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Tasks } from './task.ts'
import type { DocumentType } from './document-schema.ts'
import { digest, instant, ownerColumns, sealed } from '#src/platform/db/columns.ts'
import type { TakenBack } from './rules.ts'

/**
 * The narrow row: what a lock must know, and what remains to be done. Every commit locks it and every other table
 * refers to it, so it holds nothing large or sealed.
 */
export const transactions = pgTable(
  'transaction',
  {
    id: uuid('id').primaryKey(),
    ...ownerColumns,
    /** How far the sandbox clock is ahead of wall time. */
    clockOffsetMs: bigint('clock_offset_ms', { mode: 'number' }).notNull().default(0),
    erasedAt: instant('erased_at'),
    /** Erasure was requested, but a duty keeps the transaction: it is not processed any more. */
    restrictedAt: instant('restricted_at'),
    /** The last entry of the journal, and the last one that the workflow has read. */
    lastSeq: integer('last_seq').notNull().default(0),
    seenSeq: integer('seen_seq').notNull().default(0),
    agenda: jsonb('agenda').$type<Tasks>().notNull().default([]),
    /**
     * The next time at which the workflow wakes by itself, epoch ms of its clock, or infinite; null if it has closed.
     */
    armedAt: doublePrecision('armed_at'),
    /** The run that another has replaced: if its stalled worker continues, its reads must not change `armedAt`. */
    supersededRun: text('superseded_run'),
    /** The pack that was started last, such as `basic@1`. */
    pack: text('pack'),
    /** The outcome of that pack’s run, or a person’s decision. */
    outcome: text('outcome'),
    documentType: text('document_type').$type<DocumentType>().notNull(),
    /** The transaction whose run has made this one for somebody on its list; it may be erased by now. */
    parentId: uuid('parent_id'),
    /**
     * When the sweep checks it next, epoch ms of wall time. Most commits only keep or lower it, so that they leave the
     * index alone.
     */
    sweepAt: doublePrecision('sweep_at').notNull(),
    /** Nudges by the sweep since the workflow last read; negative counts when nothing remains to be done. */
    sweeps: smallint('sweeps').notNull().default(0),
  },
  (table) => [
    check(
      'clock_offset_in_sandbox_only',
      sql`${table.mode} = 'sandbox' or ${table.clockOffsetMs} = 0`,
    ),
    index('transaction_sweep').on(table.sweepAt),
    index('transaction_parent')
      .on(table.parentId)
      .where(sql`${table.parentId} is not null`),
    // The index of rows that are deleted some time after their erasure.
    index('transaction_erased')
      .on(table.erasedAt)
      .where(sql`${table.erasedAt} is not null`),
    // For the lag metric: the transactions that were nudged without effect, the most often nudged first.
    index('transaction_overdue')
      .on(table.sweeps)
      .where(sql`${table.sweeps} > 0`),
  ],
)

/** The submission, sealed. A correction alone writes its fields again, under the lock; a rotation its key. */
export const submissions = pgTable(
  'submission',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => transactions.id),
    ...ownerColumns,
    createdAt: instant('created_at').notNull(),
    /** A keyed hash of the program that created the transaction. */
    client: text('client').notNull(),
    /** The submitted fields as JSON, sealed under the data key. */
    fields: sealed('fields').notNull(),
    /** How often the fields were corrected. */
    corrections: smallint('corrections').notNull().default(0),
    /**
     * By the key of a module, when a correction last made its results obsolete, in epoch ms of the transaction’s clock.
     */
    takenBack: jsonb('taken_back').$type<TakenBack>().notNull().default({}),
    /** The data key, wrapped by the master key `keyId`; null after the erasure. */
    keyId: text('key_id').notNull(),
    wrappedKey: digest('wrapped_key'),
    /** The same as in the narrow row, for readers: readable only with the scope `legal:read`. */
    restrictedAt: instant('restricted_at'),
  },
  (table) => [
    // For the rotation, which searches for keys that another master key has wrapped.
    index('submission_key')
      .on(table.keyId, table.id)
      .where(sql`${table.wrappedKey} is not null`),
    // For lists of a tenant, newest first.
    index('submission_listed')
      .on(table.tenant, table.mode, table.createdAt, table.id)
      .where(sql`${table.wrappedKey} is not null`),
  ],
)

/** The transaction that a row of another table belongs to. */
export const transactionColumn = {
  transactionId: uuid('transaction_id')
    .notNull()
    .references(() => transactions.id),
}

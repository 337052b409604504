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
import { digest, instant, sealed } from '#src/platform/db/columns.ts'
import type { Mode } from './rules.ts'

/**
 * What a lock must know, and what remains to be done. It is locked by every commit and referred to by every
 * other table; nothing that is large or sealed stands in it.
 */
export const transactions = pgTable(
  'transaction',
  {
    id: uuid('id').primaryKey(),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    /** How far the sandbox clock is ahead of wall time. */
    clockOffsetMs: bigint('clock_offset_ms', { mode: 'number' }).notNull().default(0),
    erasedAt: instant('erased_at'),
    /** Erasure was asked for, and a duty keeps it: nothing happens with it any more. */
    restrictedAt: instant('restricted_at'),
    /** Last entry of the journal, and the last that the workflow was told. */
    lastSeq: integer('last_seq').notNull().default(0),
    seenSeq: integer('seen_seq').notNull().default(0),
    agenda: jsonb('agenda').$type<Tasks>().notNull().default([]),
    /** When the workflow looks by itself, epoch ms of its clock, or infinite; null: it has closed. */
    armedAt: doublePrecision('armed_at'),
    /** The pack that was started last, `basic@1`. */
    pack: text('pack'),
    /** Of that pack: how its run has ended, or what a person has decided. */
    outcome: text('outcome'),
    /** `cpf` or `cnpj`. */
    documentType: text('document_type').notNull(),
    /** When the sweep looks, epoch ms of wall time. Commits only lower it, so that most leave the index alone. */
    sweepAt: doublePrecision('sweep_at').notNull(),
    /** Nudges of the sweep since the workflow last looked; counted below zero where nothing is left to be done. */
    sweeps: smallint('sweeps').notNull().default(0),
  },
  (table) => [
    check(
      'clock_offset_in_sandbox_only',
      sql`${table.mode} = 'sandbox' or ${table.clockOffsetMs} = 0`,
    ),
    index('transaction_sweep').on(table.sweepAt),
    // For what is deleted some time after its erasure.
    index('transaction_erased')
      .on(table.erasedAt)
      .where(sql`${table.erasedAt} is not null`),
    // For the lag: what was nudged in vain so far, most often first.
    index('transaction_overdue')
      .on(table.sweeps)
      .where(sql`${table.sweeps} > 0`),
  ],
)

/** What was submitted, sealed: never written again, except for its key. */
export const submissions = pgTable(
  'submission',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => transactions.id),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** A keyed hash of the program that made it. */
    client: text('client').notNull(),
    /** The submitted fields, as JSON under the data key. */
    fields: sealed('fields').notNull(),
    /** The data key, wrapped by the master key `keyId`; null once the person was erased. */
    keyId: text('key_id').notNull(),
    wrappedKey: digest('wrapped_key'),
    /** As in the narrow row, for readers: read with `legal:read` alone. */
    restrictedAt: instant('restricted_at'),
  },
  (table) => [
    // For the rotation, which looks for what is still wrapped by another key.
    index('submission_key')
      .on(table.keyId, table.id)
      .where(sql`${table.wrappedKey} is not null`),
    // For lists of a tenant, newest first.
    index('submission_listed')
      .on(table.tenant, table.mode, table.createdAt, table.id)
      .where(sql`${table.wrappedKey} is not null`),
  ],
)

import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { digest, instant, sealed } from '#src/db/columns.ts'
import type { Mode } from './rules.ts'

export const transactions = pgTable(
  'transaction',
  {
    id: uuid('id').primaryKey(),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** The submitted fields, as JSON under the data key. */
    fields: sealed('fields').notNull(),
    /** The data key, wrapped by the master key `keyId`; null once the person was erased. */
    keyId: text('key_id').notNull(),
    wrappedKey: digest('wrapped_key'),
    erasedAt: instant('erased_at'),
    /** How far the sandbox clock is ahead of wall time. */
    clockOffsetMs: bigint('clock_offset_ms', { mode: 'number' }).notNull().default(0),
    /** Last entry of the journal; last that the workflow must react to; last that it has looked at. */
    lastSeq: integer('last_seq').notNull().default(0),
    wakeSeq: integer('wake_seq').notNull().default(0),
    seenSeq: integer('seen_seq').notNull().default(0),
    /** `lastSeq` when the workflow closed because nothing was open. */
    idleSeq: integer('idle_seq').notNull().default(0),
    /** When the sweep nudges, in wall time, if nobody has looked by then. */
    nextNudgeAt: instant('next_nudge_at').notNull(),
    nudgeAttempts: integer('nudge_attempts').notNull().default(0),
  },
  (table) => [
    check(
      'clock_offset_in_sandbox_only',
      sql`${table.mode} = 'sandbox' or ${table.clockOffsetMs} = 0`,
    ),
    index('transaction_unseen')
      .on(table.nextNudgeAt)
      .where(sql`${table.wakeSeq} > ${table.seenSeq}`),
    index('transaction_open')
      .on(table.id)
      .where(sql`${table.lastSeq} > ${table.idleSeq}`),
    index('transaction_key').on(table.keyId),
  ],
)

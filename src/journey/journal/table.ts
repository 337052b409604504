import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#src/platform/db/columns.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import type { EventData } from '#src/journey/transaction/entry.ts'

/** Append-only; numbered under the lock of the transaction's row. */
export const journal = pgTable(
  'journal',
  {
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    seq: integer('seq').notNull(),
    at: instant('at').notNull(),
    kind: text('kind').notNull(),
    module: text('module'),
    ref: text('ref'),
    code: text('code'),
    reason: text('reason'),
    attempt: integer('attempt'),
    provider: text('provider'),
    durationMs: integer('duration_ms'),
    costMicros: bigint('cost_micros', { mode: 'number' }),
    dueAt: instant('due_at'),
    /** The request in whose commit it was written. */
    requestId: text('request_id'),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.seq] })],
)

/**
 * What clients are told, for 30 days: written by the commit of its entry, found by `(tx, id)`. Its key is of version 7,
 * so that what is old stands at its beginning.
 */
export const events = pgTable(
  'event',
  {
    id: uuid('id').primaryKey(),
    /** Events are shown in the order of their commits' numbers, once no earlier one can still be under way. */
    tx: bigint('tx', { mode: 'number' }).notNull(),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<'sandbox' | 'live'>().notNull(),
    type: text('type').notNull(),
    /** No reference: an event outlives what it tells of. */
    transactionId: uuid('transaction_id').notNull(),
    seq: integer('seq').notNull(),
    /** By the transaction's clock, as in its timeline. */
    at: instant('at').notNull(),
    data: jsonb('data').$type<EventData>().notNull(),
  },
  (table) => [index('event_owner').on(table.tenant, table.mode, table.tx, table.id)],
)

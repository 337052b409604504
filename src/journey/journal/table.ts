import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, ownerColumns } from '#src/platform/db/columns.ts'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import type { EventData } from '#src/journey/transaction/entry.ts'

/** Append-only; entries are numbered under the lock of the transaction’s row. */
export const journal = pgTable(
  'journal',
  {
    ...transactionColumn,
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
    /** The request whose commit wrote it; null for a task’s commit. */
    requestId: text('request_id'),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.seq] })],
)

/**
 * The events for clients, kept for 30 days: written by the commit of their entry and read by `(tx, id)`. The key is a
 * UUIDv7, so that old rows are at the beginning of the index.
 */
export const events = pgTable(
  'event',
  {
    id: uuid('id').primaryKey(),
    /** The number of the commit. Events are read in this order, once no earlier commit can still be running. */
    tx: bigint('tx', { mode: 'number' }).notNull(),
    ...ownerColumns,
    type: text('type').notNull(),
    /** There is no foreign key, because an event outlives its transaction. */
    transactionId: uuid('transaction_id').notNull(),
    seq: integer('seq').notNull(),
    /** By the transaction’s clock, as in its timeline. */
    at: instant('at').notNull(),
    data: jsonb('data').$type<EventData>().notNull(),
  },
  (table) => [index('event_owner').on(table.tenant, table.mode, table.tx, table.id)],
)

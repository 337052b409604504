import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#src/platform/db/columns.ts'
import { transactions } from '#src/journey/transaction/table.ts'

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

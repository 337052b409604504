import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#src/journey/transaction/table.ts'
import { digest, instant } from '#src/platform/db/columns.ts'

/** What the tenant has told of a transaction; the last word counts. */
export const outcomes = pgTable('transaction_outcome', {
  transactionId: uuid('transaction_id')
    .primaryKey()
    .references(() => transactions.id),
  outcome: text('outcome').$type<'fraud' | 'good'>().notNull(),
  kind: text('kind'),
  toldAt: instant('told_at').notNull(),
})

/** What the transaction had shown, by keyed hashes: tenant and mode are part of them. */
export const outcomeMarks = pgTable(
  'outcome_mark',
  {
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => outcomes.transactionId, { onDelete: 'cascade' }),
    kind: text('kind').$type<'document' | 'phone' | 'device'>().notNull(),
    hash: digest('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.kind, table.hash] }),
    index('outcome_mark_hash').on(table.hash),
  ],
)

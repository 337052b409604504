import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#src/journey/transaction/table.ts'
import { instant, sealed } from '#src/platform/db/columns.ts'

/** A correction, numbered from 1 within its transaction: what the fields were before it, sealed as the fields are. */
export const corrections = pgTable(
  'correction',
  {
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    number: integer('number').notNull(),
    /** By the transaction’s clock. */
    at: instant('at').notNull(),
    /** The names of the fields that it changed, in alphabetical order. */
    names: text('names').array().notNull(),
    before: sealed('before').notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.number] })],
)

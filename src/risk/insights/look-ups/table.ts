import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#src/journey/transaction/table.ts'
import { instant, sealed } from '#src/platform/db/columns.ts'
import type { LookUpName } from './port.ts'

/** The last answer of each look-up; of a BIN only that it could not be bought. */
export const lookUps = pgTable(
  'look_up',
  {
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    name: text('name').$type<LookUpName>().notNull(),
    outcome: text('outcome').$type<'found' | 'absent' | 'failed'>().notNull(),
    /** Wall time. */
    at: instant('at').notNull(),
    /** The facts that follow; null when it failed. */
    facts: sealed('facts'),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.name] })],
)

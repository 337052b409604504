import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#src/journey/transaction/table.ts'
import { instant, sealed } from '#src/platform/db/columns.ts'

/** Scores of the runs of packs. */
export const scores = pgTable(
  'score',
  {
    runId: uuid('run_id').notNull(),
    /** `score` or `rating`. */
    module: text('module').$type<'score' | 'rating'>().notNull(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    /** `identity@1`. */
    scorecard: text('scorecard').notNull(),
    /** Value, reasons and band; of a rating, those of each subject. */
    content: sealed('content').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.module] })],
)

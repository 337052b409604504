import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#src/journey/transaction/table.ts'
import { instant, sealed } from '#src/platform/db/columns.ts'

/** Insights as they were derived last for somebody who asked: a client, or a module of a run. */
export const insightSets = pgTable(
  'insight_set',
  {
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    /** `insights` or `trustcard`, and of a run `insights:<id>`. */
    asker: text('asker').notNull(),
    /** The journal's length when they were derived: what is written later may change them. */
    seq: integer('seq').notNull(),
    /** Wall time. */
    derivedAt: instant('derived_at').notNull(),
    /** Of the catalogue and of the scorecard, where one was used: `3 card@1`. */
    versions: text('versions').notNull(),
    /** The codes, the look-ups that are missing, the score. */
    content: sealed('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.asker] })],
)

import { index, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#src/journey/transaction/table.ts'
import { digest, instant } from '#src/platform/db/columns.ts'

/** By what a picture is found again: keyed hashes, of tenant and mode too. The whole hash is sealed with its result. */
export const pictureMarks = pgTable(
  'picture_mark',
  {
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    /** The submission whose picture it is. */
    submissionId: uuid('submission_id').notNull(),
    /** 0: of the bytes as they were sent; 1 to 4: a band of the perceptual hash; from 5: of the frames behind the first. */
    part: smallint('part').notNull(),
    hash: digest('hash').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.submissionId, table.part] }),
    index('picture_mark_hash').on(table.hash, table.at),
    index('picture_mark_transaction').on(table.transactionId),
    index('picture_mark_at').on(table.at),
  ],
)

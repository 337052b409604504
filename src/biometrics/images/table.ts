import { sql } from 'drizzle-orm'
import { index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { Mode } from '#src/journey/transaction/rules.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { instant } from '#src/platform/db/columns.ts'

/** The facts that name objects: an object that none names is swept. */
export const images = pgTable(
  'image',
  {
    id: uuid('id').primaryKey(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    tenant: text('tenant').notNull(),
    /** Its transaction's. */
    mode: text('mode').$type<Mode>().notNull(),
    kind: text('kind').$type<'selfie' | 'document'>().notNull(),
    /** The submission that brought it, and its position there. */
    submissionId: uuid('submission_id').notNull(),
    position: smallint('position').notNull(),
    /** Of the sealed object. */
    bytes: integer('bytes').notNull(),
    /** Wall time, for the retention. */
    storedAt: instant('stored_at').notNull(),
    /** Its person has taken it back: nobody may see it any more, and the next sweep deletes it. */
    droppedAt: instant('dropped_at'),
  },
  (table) => [
    index('image_submission').on(table.submissionId, table.position),
    index('image_transaction').on(table.transactionId),
    index('image_aged').on(table.tenant, table.mode, table.storedAt),
    index('image_dropped')
      .on(table.droppedAt)
      .where(sql`${table.droppedAt} is not null`),
  ],
)

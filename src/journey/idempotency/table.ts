import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { digest, instant, sealed } from '#src/platform/db/columns.ts'
import type { Mode } from '#src/journey/transaction/rules.ts'

/** First answers, by tenant, mode, operation and key; the key and the request only as keyed hashes. */
export const firstAnswers = pgTable(
  'first_answer',
  {
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    operation: text('operation').notNull(),
    keyHash: digest('key_hash').notNull(),
    fingerprint: digest('fingerprint').notNull(),
    /** No reference: it is gone long before the rows of its transaction, whose end would look for it in the whole table. */
    transactionId: uuid('transaction_id').notNull(),
    /** The entry from which the answer is waited for, while there is none. */
    pendingSeq: integer('pending_seq'),
    /** The reply or refusal as JSON, under the data key of its transaction. */
    answer: sealed('answer'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.mode, table.operation, table.keyHash] }),
    index('first_answer_age').on(table.createdAt),
  ],
)

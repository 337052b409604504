import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, sealed } from '#src/platform/db/columns.ts'
import { transactions } from '#src/journey/transaction/table.ts'

export type Channel = 'email' | 'sms' | 'whatsapp'

/** What a sandbox adapter "sent": kept sealed, shown by the sandbox's list and page. */
export const sandboxMessages = pgTable(
  'sandbox_message',
  {
    id: uuid('id').primaryKey(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    tenant: text('tenant').notNull(),
    channel: text('channel').$type<Channel>().notNull(),
    /** The attempt that sent it: the same attempt sends once. */
    attemptId: uuid('attempt_id').notNull().unique(),
    content: sealed('content').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('sandbox_message_transaction').on(table.transactionId, table.createdAt),
    index('sandbox_message_tenant').on(table.tenant, table.createdAt),
  ],
)

import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#src/platform/db/columns.ts'

/** What a vendor has said last of a template by which an account sends; without a row nothing was said. */
export const accountTemplates = pgTable(
  'account_template',
  {
    account: text('account').notNull(),
    /** As the vendor names it, and its language as the vendor writes it. */
    name: text('name').notNull(),
    language: text('language').notNull(),
    /** False: the account rests for what needs it. */
    usable: boolean('usable').notNull(),
    /** The vendor's word in small letters, `paused`, or ours: `missing`, `other-variables`. */
    status: text('status').notNull(),
    category: text('category'),
    quality: text('quality'),
    /** For how long the vendor tries to deliver it, where it says so. */
    ttlSeconds: integer('ttl_seconds'),
    /** When the vendor judged so, or was asked; what is older changes nothing. */
    judgedAt: instant('judged_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.name, table.language] })],
)

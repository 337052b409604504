import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { digest, instant } from '#src/platform/db/columns.ts'

/** What one of two people has asked for, until the second does. */
export const secondAsks = pgTable(
  'second_ask',
  {
    id: uuid('id').primaryKey(),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<'sandbox' | 'live'>().notNull(),
    action: text('action').notNull(),
    object: text('object').notNull(),
    /** Of all that is asked for: the second asks for the very same. */
    fingerprint: digest('fingerprint').notNull(),
    /** A keyed hash of the first. */
    person: text('person').notNull(),
    askedAt: instant('asked_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('second_ask_content').on(
      table.tenant,
      table.mode,
      table.action,
      table.object,
      table.fingerprint,
    ),
  ],
)

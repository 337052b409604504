import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { digest, instant, ownerColumns } from '#src/platform/db/columns.ts'

/** Requests of a first person, until the second one confirms them. */
export const secondAsks = pgTable(
  'second_ask',
  {
    id: uuid('id').primaryKey(),
    ...ownerColumns,
    action: text('action').notNull(),
    object: text('object').notNull(),
    /** A hash of the request’s content, which the second request must match. */
    fingerprint: digest('fingerprint').notNull(),
    /** A keyed hash that stands for the first person. */
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

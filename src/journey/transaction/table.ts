import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#src/journey/agenda/table.ts'
import { digest, instant, sealed } from '#src/platform/db/columns.ts'
import type { Mode } from './rules.ts'

/** What was submitted, sealed: never written again, except for its key. */
export const submissions = pgTable(
  'submission',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => transactions.id),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** A keyed hash of the program that made it; null of what an earlier release has made. */
    client: text('client'),
    /** The submitted fields, as JSON under the data key. */
    fields: sealed('fields').notNull(),
    /** The data key, wrapped by the master key `keyId`; null once the person was erased. */
    keyId: text('key_id').notNull(),
    wrappedKey: digest('wrapped_key'),
  },
  (table) => [
    // For the rotation, which looks for what is still wrapped by another key.
    index('submission_key')
      .on(table.keyId, table.id)
      .where(sql`${table.wrappedKey} is not null`),
  ],
)

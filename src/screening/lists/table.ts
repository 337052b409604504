// Published lists: public data, which stand in clear and belong to no tenant.
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core' // prettier-ignore
import { digest, instant } from '#src/platform/db/columns.ts'
import type { ListEntry } from './schema.ts'

/** One version of a list. Of each list one version counts; of others the entries are deleted. */
export const publishedLists = pgTable(
  'published_list',
  {
    id: uuid('id').primaryKey(),
    /** `ofac-sdn`, `cgu-pep`. */
    name: text('name').notNull(),
    service: text('service').$type<'Sanctions' | 'Pep'>().notNull(),
    /** Later ones sort behind. */
    version: text('version').notNull(),
    /** The SHA-256 of the file. */
    digest: digest('digest').notNull(),
    entries: integer('entries').notNull(),
    /** Lines that name nobody. */
    skipped: integer('skipped').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    loadedAt: instant('loaded_at').notNull(),
    /** When the same content was last found to be the publisher's. */
    confirmedAt: instant('confirmed_at').notNull(),
    isCurrent: boolean('is_current').notNull(),
  },
  (table) => [
    unique('published_list_version').on(table.name, table.version),
    index('published_list_current').on(table.isCurrent),
  ],
)

export const publishedEntries = pgTable(
  'published_entry',
  {
    listId: uuid('list_id')
      .notNull()
      .references(() => publishedLists.id, { onDelete: 'cascade' }),
    at: integer('at').notNull(),
    content: jsonb('content').$type<ListEntry>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.listId, table.at] })],
)

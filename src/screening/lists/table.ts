// Published lists are public data: they are stored unsealed and belong to no tenant.
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core' // prettier-ignore
import { digest, instant } from '#src/platform/db/columns.ts'
import type { ListEntry } from './schema.ts'

/** A version of a list. Only one version per list is current; the entries of others are deleted. */
export const publishedLists = pgTable(
  'published_list',
  {
    id: uuid('id').primaryKey(),
    /** `ofac-sdn`, `cgu-pep`. */
    name: text('name').notNull(),
    service: text('service').$type<'Sanctions' | 'Pep'>().notNull(),
    /** A later version sorts after an earlier one. */
    version: text('version').notNull(),
    /** The SHA-256 of the list's files. */
    digest: digest('digest').notNull(),
    entries: integer('entries').notNull(),
    /** The number of lines that name nobody. */
    skipped: integer('skipped').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    loadedAt: instant('loaded_at').notNull(),
    /** When the publisher was last found to offer the same content. */
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

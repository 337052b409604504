import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { digest } from '#src/platform/db/columns.ts'

/** One row per key with which this database was ever sealed, to recognise a wrong keyring at the start. */
export const sealKeys = pgTable(
  'seal_key',
  {
    kind: text('kind').$type<'master' | 'hash'>().notNull(),
    id: text('id').notNull(),
    /** A known text, wrapped by the master key or hashed by the hash key. */
    check: digest('check').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
)

import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import { digest, instant } from '#src/platform/db/columns.ts'
import type { SightingKind } from './sighting.ts'

/**
 * Whether sightings of the kind are deleted by age; the others are kept as long as their transaction, because it is
 * searched for by them.
 */
export const ages = ({ kind }: { readonly kind: AnyPgColumn }): SQL =>
  sql`${kind} not in ('document', 'phone', 'email', 'reference')`

/** Records that a transaction has shown a value, by its keyed hash; times are wall time. */
export const sightings = pgTable(
  'sighting',
  {
    ...transactionColumn,
    kind: text('kind').$type<SightingKind>().notNull(),
    /** The hash covers tenant, mode and kind, so it never matches another tenant or mode. */
    hash: digest('hash').notNull(),
    at: instant('at').notNull(),
    /** The transaction's parent, because a parent and its children count as one. */
    parentId: uuid('parent_id'),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.kind, table.hash, table.at] }),
    index('sighting_hash').on(table.hash, table.at),
    // For the deletion of old sightings.
    index('sighting_aged').on(table.at).where(ages(table)),
  ],
)

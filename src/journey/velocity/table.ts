import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#src/journey/transaction/table.ts'
import { digest, instant } from '#src/platform/db/columns.ts'
import type { SightingKind } from './sighting.ts'

/** The others go with their transaction: it is found by them as long as it is there. */
export const ages = ({ kind }: { readonly kind: AnyPgColumn }): SQL =>
  sql`${kind} not in ('document', 'phone', 'email')`

/** That a transaction has shown a value, by its keyed hash; dates of wall time. */
export const sightings = pgTable(
  'sighting',
  {
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    kind: text('kind').$type<SightingKind>().notNull(),
    /** Tenant, mode and kind are part of it: nothing of another tenant or mode is found by it. */
    hash: digest('hash').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.kind, table.hash, table.at] }),
    index('sighting_hash').on(table.hash, table.at),
    // For what forgets them by their age.
    index('sighting_aged').on(table.at).where(ages(table)),
  ],
)

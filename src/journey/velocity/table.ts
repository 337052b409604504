import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import { digest, instant, ownerColumns } from '#src/platform/db/columns.ts'
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

export type EntryKind = 'document' | 'phone' | 'address' | 'device' | 'card'
export type EntryAction = 'reject' | 'review'

/** The entries of a tenant’s own deny and allow lists. Values are stored only as keyed hashes. */
export const listEntries = pgTable(
  'list_entry',
  {
    id: uuid('id').primaryKey(),
    ...ownerColumns,
    list: text('list').$type<'deny' | 'allow'>().notNull(),
    kind: text('kind').$type<EntryKind>().notNull(),
    /** Made with the hash key that was current then; a value has one entry. */
    hash: digest('hash').notNull(),
    /** Null in an allow list. */
    role: text('role').$type<'author' | 'mule' | 'victim'>(),
    /** The present effect of the entry; null when it has none. */
    action: text('action').$type<EntryAction>(),
    /** When one person asked for `reject`; set until a second person confirms it. */
    awaitsSecond: instant('awaits_second'),
    evidence: text('evidence').notNull(),
    /** The client’s reference number. */
    reference: text('reference'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    unique('list_entry_value').on(table.tenant, table.mode, table.list, table.kind, table.hash),
    index('list_entry_listed').on(table.tenant, table.mode, table.list, table.id),
    index('list_entry_expiry').on(table.expiresAt),
  ],
)

/** The hashes of each entry under every hash key, so that a value that was hashed with an older key is found too. */
export const listEntryHashes = pgTable(
  'list_entry_hash',
  {
    hash: digest('hash').notNull(),
    entryId: uuid('entry_id')
      .notNull()
      .references(() => listEntries.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.entryId] }),
    index('list_entry_hash_entry').on(table.entryId),
  ],
)

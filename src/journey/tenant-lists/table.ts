// Entries of a tenant's own deny and allow lists. No value stands here, only keyed hashes of it.
import { index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { digest, instant } from '#src/platform/db/columns.ts'

export type EntryKind = 'document' | 'phone' | 'address' | 'device' | 'card'
export type EntryAction = 'reject' | 'review'

export const listEntries = pgTable(
  'list_entry',
  {
    id: uuid('id').primaryKey(),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<'sandbox' | 'live'>().notNull(),
    list: text('list').$type<'deny' | 'allow'>().notNull(),
    kind: text('kind').$type<EntryKind>().notNull(),
    /** Under the hash key that was current when it was made: one entry for one value. */
    hash: digest('hash').notNull(),
    /** Null in an allow list. */
    role: text('role').$type<'author' | 'mule' | 'victim'>(),
    /** What it does now; null where it decides nothing. */
    action: text('action').$type<EntryAction>(),
    /** One person has asked for `reject`, and a second has not yet. */
    awaitsSecond: instant('awaits_second'),
    evidence: text('evidence').notNull(),
    /** The client's number of it. */
    reference: text('reference'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    unique('list_entry_value').on(table.tenant, table.mode, table.list, table.kind, table.hash),
    index('list_entry_expiry').on(table.expiresAt),
  ],
)

/** Of each entry under every hash key that there was, so that what an older key has hashed is found by it too. */
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

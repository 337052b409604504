import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { digest, instant, sealed } from '#src/platform/db/columns.ts'

/** Each event of a vendor, once. */
export const providerEvents = pgTable(
  'provider_event',
  {
    provider: text('provider').notNull(),
    /** Keyed hash: a vendor's id can hold a number. */
    dedupeHash: digest('dedupe_hash').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.dedupeHash] }),
    index('provider_event_received').on(table.receivedAt),
  ],
)

/** The key of one day's unmatched events; gone with its row. */
export const inboxKeys = pgTable('inbox_key', {
  /** `2026-11-21`. */
  day: text('day').primaryKey(),
  keyId: text('key_id').notNull(),
  wrappedKey: digest('wrapped_key').notNull(),
})

/** Events of which no record was known when they came: tried again for ten minutes, kept 30 days. */
export const unmatchedEvents = pgTable(
  'unmatched_event',
  {
    id: uuid('id').primaryKey(),
    provider: text('provider').notNull(),
    day: text('day')
      .notNull()
      .references(() => inboxKeys.day),
    event: sealed('event').notNull(),
    receivedAt: instant('received_at').notNull(),
    nextTryAt: instant('next_try_at'),
  },
  (table) => [
    index('unmatched_event_due').on(table.nextTryAt),
    index('unmatched_event_received').on(table.receivedAt),
    index('unmatched_event_day').on(table.day),
  ],
)

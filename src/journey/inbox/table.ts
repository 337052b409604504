import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { digest, instant, sealed } from '#src/platform/db/columns.ts'

/** The events of vendors that were taken already, one row each. */
export const providerEvents = pgTable(
  'provider_event',
  {
    provider: text('provider').notNull(),
    /** A keyed hash, because a vendor’s id can contain a phone number. */
    dedupeHash: digest('dedupe_hash').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.dedupeHash] }),
    index('provider_event_received').on(table.receivedAt),
  ],
)

/** The key of one day’s unmatched events; it is deleted with its row. */
export const inboxKeys = pgTable('inbox_key', {
  /** The day, for example `2026-11-21`. */
  day: text('day').primaryKey(),
  keyId: text('key_id').notNull(),
  wrappedKey: digest('wrapped_key').notNull(),
})

/** Events that matched no record when they arrived: they are tried again for ten minutes and kept for 30 days. */
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

import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import { digest, instant } from '#src/platform/db/columns.ts'
import type { Mode } from '#src/journey/transaction/rules.ts'

/** Messages of a live tenant that were answered on a day of UTC, counted once the day is over. */
export const answeredDays = pgTable(
  'answered_day',
  {
    tenant: text('tenant').notNull(),
    day: instant('day').notNull(),
    answered: integer('answered').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.day] })],
)

/** When a worker last looked for pumping, and up to which day the days are counted: one row. */
export const pumpingLooks = pgTable('pumping_look', {
  id: integer('id').primaryKey(),
  lookedAt: instant('looked_at').notNull(),
  countedUntil: instant('counted_until'),
})

/** Suppressed numbers of a channel: the person opted out, or the vendor does not know the number. */
export const suppressions = pgTable(
  'suppression',
  {
    id: uuid('id').notNull().unique(),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    channel: text('channel').$type<Channel>().notNull(),
    phoneHash: digest('phone_hash').notNull(),
    reason: text('reason').$type<'opt-out' | 'recipient'>().notNull(),
    since: instant('since').notNull(),
    /** Null: until the person says START. */
    until: instant('until'),
    /** The account that said so last, where an account did. */
    saidBy: text('said_by'),
    /** False: one of several accounts says so, and until another agrees it stops nothing. */
    confirmed: boolean('confirmed').notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.mode, table.channel, table.phoneHash] })],
)

/** What a number has shown, from which its heat is computed; dates of wall time. */
export const phoneUses = pgTable(
  'phone_use',
  {
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    phoneHash: digest('phone_hash').notNull(),
    documentHash: digest('document_hash').notNull(),
    usedAt: instant('used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.phoneHash] }),
    index('phone_use_phone').on(table.phoneHash, table.usedAt),
  ],
)

import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import { digest, instant, ownerColumns } from '#src/platform/db/columns.ts'

/** How many messages of a live tenant were answered on a day (UTC), counted once the day is over. */
export const answeredDays = pgTable(
  'answered_day',
  {
    tenant: text('tenant').notNull(),
    day: instant('day').notNull(),
    answered: integer('answered').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.day] })],
)

/** When a worker last checked for pumping, and up to which day the days are counted; one row. */
export const pumpingLooks = pgTable('pumping_look', {
  id: integer('id').primaryKey(),
  lookedAt: instant('looked_at').notNull(),
  countedUntil: instant('counted_until'),
})

/** Suppressed recipients of a channel: the person opted out, or the recipient does not exist. */
export const suppressions = pgTable(
  'suppression',
  {
    id: uuid('id').notNull().unique(),
    ...ownerColumns,
    channel: text('channel').$type<Channel>().notNull(),
    phoneHash: digest('phone_hash').notNull(),
    reason: text('reason').$type<'opt-out' | 'recipient'>().notNull(),
    since: instant('since').notNull(),
    /** The end of the suppression; null: until the person sends START. */
    until: instant('until'),
    /** The account that last reported the suppression, if one did. */
    saidBy: text('said_by'),
    /** False while only one of several accounts has reported it: it stops nothing until another one confirms it. */
    confirmed: boolean('confirmed').notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.mode, table.channel, table.phoneHash] })],
)

/** The numbers that transactions of a document contained, for computing their heat; wall time. */
export const phoneUses = pgTable(
  'phone_use',
  {
    ...transactionColumn,
    phoneHash: digest('phone_hash').notNull(),
    documentHash: digest('document_hash').notNull(),
    usedAt: instant('used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.phoneHash] }),
    index('phone_use_phone').on(table.phoneHash, table.usedAt),
  ],
)

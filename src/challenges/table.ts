import {
  type AnyPgColumn,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { digest, instant, sealed } from '#src/db/columns.ts'
import { transactions } from '#src/transaction/table.ts'
import type { Mode } from '#src/transaction/rules.ts'
import type { Channel, FailureClass } from './port.ts'
import type { Capability, Heat } from './challenge.ts'

/**
 * A message to a phone that asks for something: an SMS token, SMS 2FA or WhatsApp 2FA. Facts, one
 * timestamp each, from which its state is derived; its code is not among them.
 */
export const challenges = pgTable(
  'challenge',
  {
    id: uuid('id').primaryKey(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references((): AnyPgColumn => transactions.id),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    capability: text('capability').$type<Capability>().notNull(),
    channel: text('channel').$type<Channel>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** For windows that reach across transactions. */
    wallCreatedAt: instant('wall_created_at').notNull(),

    /** The number chosen first, E.164. */
    phone: sealed('phone').notNull(),
    /** Keyed hash of tenant, mode and number, Brazilian numbers without their ninth digit. */
    phoneHash: digest('phone_hash').notNull(),
    /** Of the number without its last four digits: the guard against pumping counts by it. */
    prefixHash: digest('prefix_hash').notNull(),
    /** Of tenant, mode and the transaction's document. */
    documentHash: digest('document_hash').notNull(),
    /** `phone` or `phones[1]`, and why it was the hottest: numbers alone. */
    heat: jsonb('heat').$type<Heat>().notNull(),

    /** Text and labels as the person reads them. */
    content: sealed('content').notNull(),
    language: text('language').$type<'pt' | 'en'>().notNull(),
    nonce: text('nonce').notNull(),
    /** Of a link's token, where the message has a link. */
    linkHash: digest('link_hash').unique(),
    /** Two digits before a typed answer, where the sender is shared by tenants. */
    tag: text('tag'),

    acceptedAt: instant('accepted_at'),
    sentAt: instant('sent_at'),
    deliveredAt: instant('delivered_at'),
    readAt: instant('read_at'),
    repliedAt: instant('replied_at'),
    replyOption: integer('reply_option'),
    failedAt: instant('failed_at'),
    failureCode: text('failure_code'),
    expiredAt: instant('expired_at'),
    supersededAt: instant('superseded_at'),
    /** Wrong codes so far. */
    checks: integer('checks').notNull().default(0),
  },
  (table) => [
    index('challenge_transaction').on(table.transactionId, table.capability, table.createdAt),
    index('challenge_phone').on(table.phoneHash, table.wallCreatedAt),
    index('challenge_prefix').on(table.prefixHash, table.wallCreatedAt),
  ],
)

/** A send, claimed before the vendor is called: what is claimed and has no outcome is uncertain. */
export const challengeAttempts = pgTable(
  'challenge_attempt',
  {
    id: uuid('id').notNull().unique(),
    challengeId: uuid('challenge_id')
      .notNull()
      .references(() => challenges.id),
    attempt: integer('attempt').notNull(),
    /** The account's name. */
    provider: text('provider').notNull(),
    /** Whom the person answers to. */
    sender: text('sender').notNull(),
    /** The number of this attempt, which may be another candidate's than the record's first. */
    phone: sealed('phone').notNull(),
    phoneHash: digest('phone_hash').notNull(),
    /** `hashReplyRoute`: of account and number alone, because a typed answer names no tenant. */
    replyHash: digest('reply_hash').notNull(),
    /** `phone` or `phones[1]`. */
    source: text('source').notNull(),
    /** By wall time: a number's windows reach across transactions, and a vendor is asked by it. */
    claimedAt: instant('claimed_at').notNull(),
    endedAt: instant('ended_at'),
    /** `accepted`, `deferred`, `failed` or `uncertain`. */
    outcome: text('outcome').$type<'accepted' | 'deferred' | 'failed' | 'uncertain'>(),
    code: text('code'),
    /** Of a refusal, and of a failure that was reported after the message was accepted. */
    failureClass: text('failure_class').$type<FailureClass>(),
    durationMs: integer('duration_ms'),
    costMicros: integer('cost_micros'),
    /** The vendor's id of the message: hashed to be found, sealed to be asked for (it can hold a number). */
    messageHash: digest('message_hash'),
    message: sealed('message'),
    failedAt: instant('failed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.challengeId, table.attempt] }),
    index('challenge_attempt_message').on(table.provider, table.messageHash),
    index('challenge_attempt_reply').on(table.replyHash, table.id),
    index('challenge_attempt_phone').on(table.phoneHash, table.claimedAt),
  ],
)

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

/** Numbers that get nothing on a channel: who opted out, or whom the vendor does not know. */
export const suppressions = pgTable(
  'suppression',
  {
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    channel: text('channel').$type<Channel>().notNull(),
    phoneHash: digest('phone_hash').notNull(),
    reason: text('reason').$type<'opt-out' | 'recipient'>().notNull(),
    since: instant('since').notNull(),
    /** Null: until the person says START. */
    until: instant('until'),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.mode, table.channel, table.phoneHash] })],
)

/** What a number has shown, from which its heat is computed; dates of wall time. */
export const phoneUses = pgTable(
  'phone_use',
  {
    transactionId: uuid('transaction_id')
      .notNull()
      .references((): AnyPgColumn => transactions.id),
    phoneHash: digest('phone_hash').notNull(),
    documentHash: digest('document_hash').notNull(),
    usedAt: instant('used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.phoneHash] }),
    index('phone_use_phone').on(table.phoneHash, table.usedAt),
  ],
)

/** What a tenant may still send, as `rate_bucket` keeps its requests. */
export const sendBuckets = pgTable(
  'send_bucket',
  {
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    tokens: doublePrecision('tokens').notNull(),
    granted: doublePrecision('granted').notNull(),
    refilledAt: timestamp('refilled_at', { withTimezone: true, precision: 6 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.mode] })],
)

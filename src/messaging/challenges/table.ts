import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
import { digest, instant, sealed } from '#src/platform/db/columns.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Mode } from '#src/journey/transaction/rules.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import type { FailureClass } from './vendor-events.ts'
import type { RecordRules, ReplyMeaning } from './challenge.ts'
import type { Heat } from '#src/messaging/phones/heat.ts'
import type { ChallengeKind } from '#src/messaging/wire/channel.ts'

/**
 * A message that asks for something: an e-mail or SMS token, SMS 2FA or WhatsApp 2FA. Facts, one timestamp
 * each, from which its state is derived; its code is not among them.
 */
export const challenges = pgTable(
  'challenge',
  {
    id: uuid('id').primaryKey(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    challengeKind: text('capability').$type<ChallengeKind>().notNull(),
    channel: text('channel').$type<Channel>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** For windows that reach across transactions. */
    wallCreatedAt: instant('wall_created_at').notNull(),

    /** Where it goes: the number chosen first, E.164, or the address of an e-mail. */
    phone: sealed('phone').notNull(),
    /** Keyed hash of tenant, mode and number (Brazilian ones without their ninth digit) or mailbox. */
    contactHash: digest('phone_hash').notNull(),
    /** Of the number without its last four digits: the guard against pumping counts by it. */
    prefixHash: digest('prefix_hash'),
    /** Of tenant, mode and the transaction's document, for a number. */
    documentHash: digest('document_hash'),
    /** `phone` or `phones[1]`, and why it was the hottest: numbers alone. */
    heat: jsonb('heat').$type<Heat>(),

    /** Text and labels as the person reads them. */
    content: sealed('content').notNull(),
    language: text('language').$type<'pt' | 'en'>().notNull(),
    nonce: text('nonce').notNull(),
    /** Of a link's token, where the message has a link: how the page finds the record. */
    pageTokenHash: digest('link_hash').unique(),
    /**
     * Digits beside a typed answer: two where another tenant has a question open at the number, three or four
     * where no answer counts without them.
     */
    replyCode: text('tag'),
    rules: jsonb('rules').$type<RecordRules>().notNull(),

    acceptedAt: instant('accepted_at'),
    sentAt: instant('sent_at'),
    deliveredAt: instant('delivered_at'),
    readAt: instant('read_at'),
    repliedAt: instant('replied_at'),
    replyOption: integer('reply_option'),
    /** What its reply means: `yes`, `no`, or `option` where options are no yes and no. */
    replyMeaning: text('reply_meaning').$type<ReplyMeaning>(),
    failedAt: instant('failed_at'),
    failureCode: text('failure_code'),
    expiredAt: instant('expired_at'),
    supersededAt: instant('superseded_at'),
    /** When somebody said no to it, whether or not that was its reply: of a reply it is `replied_at`. */
    deniedAt: instant('denied_at'),
    /** Whether who said no had said yes for this document before, from the same number. */
    deniedByKnown: boolean('denied_by_known').notNull().default(false),
    /** When a review has overruled the denials that there were. */
    denialLiftedAt: instant('denial_lifted_at'),
    /** When a no came to its sender that was another tenant's question's, or may have been its own. */
    doubtedAt: instant('doubted_at'),
    /** Who has the number said later to be somebody else: its yes is none. */
    takenBackAt: instant('taken_back_at'),
    /** Wrong codes so far. */
    checks: integer('checks').notNull().default(0),
  },
  (table) => [
    index('challenge_transaction').on(table.transactionId, table.challengeKind, table.createdAt),
    index('challenge_phone').on(table.contactHash, table.wallCreatedAt),
    index('challenge_prefix').on(table.prefixHash, table.wallCreatedAt),
  ],
)

/**
 * A send, claimed before the vendor is called: what is claimed and has no outcome is uncertain. Attempts are counted
 * from 1; 0 is the message that helps somebody whose answer was not understood.
 */
export const challengeAttempts = pgTable(
  'challenge_attempt',
  {
    id: uuid('id').notNull().unique(),
    challengeId: uuid('challenge_id')
      .notNull()
      .references(() => challenges.id),
    attempt: integer('attempt').notNull(),
    /** The account's name. */
    account: text('provider').notNull(),
    /** Whom the person answers to. */
    sender: text('sender').notNull(),
    /** Where this attempt goes, which may be another candidate's number than the record's first. */
    phone: sealed('phone').notNull(),
    contactHash: digest('phone_hash').notNull(),
    /** `hashReplyRoute`: of account and number alone, because a typed answer names no tenant. */
    replyHash: digest('reply_hash'),
    /** `phone`, `phones[1]` or `email`. */
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
    /** When its person last wrote to the sender, by wall time: for a day from then WhatsApp takes free messages. */
    inboundAt: instant('heard_at'),
    /** Of account and the id by which WhatsApp names who hides the number, as the reports of this message said it. */
    userHash: digest('user_hash'),
    /** When its person said to be somebody else: the number gets nothing more from the transaction. */
    wrongPersonAt: instant('wrong_person_at'),
    /** Of the number that it goes to, without its last four digits. */
    prefixHash: digest('prefix_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.challengeId, table.attempt] }),
    index('challenge_attempt_message').on(table.account, table.messageHash),
    index('challenge_attempt_user')
      .on(table.userHash)
      .where(sql`user_hash is not null`),
    index('challenge_attempt_reply').on(table.replyHash, table.claimedAt),
    index('challenge_attempt_phone').on(table.contactHash, table.claimedAt),
    // The first attempt counts with its record.
    index('challenge_attempt_prefix')
      .on(table.prefixHash, table.claimedAt)
      .where(sql`attempt <> 1`),
  ],
)

/**
 * Who is meant by a code, or by an answer without one (the empty code), from a number to an account that tenants
 * share: one open question each.
 */
export const replyCodes = pgTable(
  'reply_code',
  {
    replyHash: digest('reply_hash').notNull(),
    code: text('code').notNull(),
    /** Reserved before its row is written. */
    challengeId: uuid('challenge_id').notNull(),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    /** By wall time. */
    until: instant('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.replyHash, table.code] }),
    index('reply_code_until').on(table.until),
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

/**
 * What a tenant's live messages have cost in an hour of wall time, in millionths: counted in the commits that learn
 * of a cost, in several rows each so that these do not wait for one another.
 */
export const spendHours = pgTable(
  'spend_hour',
  {
    tenant: text('tenant').notNull(),
    hour: instant('hour').notNull(),
    part: integer('part').notNull(),
    micros: bigint('micros', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.hour, table.part] })],
)

/** Questions that a second account sends because nobody knows whether the first one did; by wall time. */
export const doubledSends = pgTable(
  'doubled_send',
  {
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('doubled_send_tenant').on(table.tenant, table.mode, table.at)],
)

/** That a vendor has said after it took a message that our access or our sender is at fault; by wall time. */
export const accountFaults = pgTable(
  'account_fault',
  {
    account: text('account').notNull(),
    code: text('code').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('account_fault_at').on(table.at)],
)

/** Prefixes to which a tenant's messages were ordered and hardly answered: nothing is sent there until then. */
export const prefixBlocks = pgTable(
  'prefix_block',
  {
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    prefixHash: digest('prefix_hash').notNull(),
    since: instant('since').notNull(),
    until: instant('until').notNull(),
    /** Of the hour before it: what was sent, and what of it was answered. */
    sent: integer('sent').notNull(),
    answered: integer('answered').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.mode, table.prefixHash] })],
)

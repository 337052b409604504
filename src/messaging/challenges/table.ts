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
import { digest, instant, ownerColumns, sealed } from '#src/platform/db/columns.ts'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import type { ChallengeKind, Channel } from '#src/messaging/wire/channel.ts'
import type { FailureClass } from './vendor-events.ts'
import type { RecordRules } from './settings.ts'
import type { Heat } from '#src/messaging/phones/heat.ts'

/** The meaning of a reply; `option`: the chosen option is neither the yes nor the no of the question. */
export type ReplyMeaning = 'yes' | 'no' | 'option'

/**
 * A message that asks for something: an e-mail or SMS token, SMS 2FA or WhatsApp 2FA. The row holds one timestamp per
 * event, from which the state is derived; the code is not stored.
 */
export const challenges = pgTable(
  'challenge',
  {
    id: uuid('id').primaryKey(),
    ...transactionColumn,
    ...ownerColumns,
    challengeKind: text('challenge_kind').$type<ChallengeKind>().notNull(),
    channel: text('channel').$type<Channel>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Wall time, for limits across transactions. */
    wallCreatedAt: instant('wall_created_at').notNull(),

    /** The recipient: the phone number chosen first (E.164), or the e-mail address. */
    phone: sealed('phone').notNull(),
    /** A keyed hash of tenant, mode and number (Brazilian ones without their ninth digit) or mailbox. */
    contactHash: digest('contact_hash').notNull(),
    /** A hash of the number without its last four digits, by which the guard against SMS pumping counts. */
    prefixHash: digest('prefix_hash'),
    /** A hash of tenant, mode and the transaction’s document; for phone numbers only. */
    documentHash: digest('document_hash'),
    /** `phone` or `phones[1]`, and the numeric reasons why it ranked hottest. */
    heat: jsonb('heat').$type<Heat>(),

    /** Text and labels as the person reads them. */
    content: sealed('content').notNull(),
    language: text('language').$type<'pt' | 'en'>().notNull(),
    nonce: text('nonce').notNull(),
    /** A hash of the link’s token, where the message has a link: it finds the record for the page. */
    pageTokenHash: digest('page_token_hash').unique(),
    /**
     * Digits that a typed reply must repeat: two where another tenant has an open question at the number, three or four
     * where no reply counts without them.
     */
    replyCode: text('reply_code'),
    rules: jsonb('rules').$type<RecordRules>().notNull(),

    acceptedAt: instant('accepted_at'),
    sentAt: instant('sent_at'),
    deliveredAt: instant('delivered_at'),
    readAt: instant('read_at'),
    repliedAt: instant('replied_at'),
    replyOption: integer('reply_option'),
    /** The meaning of the reply: `yes`, `no`, or `option` where the options mean something else. */
    replyMeaning: text('reply_meaning').$type<ReplyMeaning>(),
    failedAt: instant('failed_at'),
    failureCode: text('failure_code'),
    expiredAt: instant('expired_at'),
    supersededAt: instant('superseded_at'),
    /** When a person said no to it; equal to `replied_at` where the no is the reply. */
    deniedAt: instant('denied_at'),
    /** Whether the person who said no had said yes for this document before, from the same number. */
    deniedByKnown: boolean('denied_by_known').notNull().default(false),
    /** When a review lifted the denials before it. */
    denialLiftedAt: instant('denial_lifted_at'),
    /** When a no arrived at its sender that belonged, or may have belonged, to another tenant’s question. */
    doubtedAt: instant('doubted_at'),
    /** When the holder of the number later said to be somebody else, so that the yes does not count. */
    takenBackAt: instant('taken_back_at'),
    /** When a correction removed the phone or address from the transaction: from then on only a no to it counts. */
    goneAt: instant('gone_at'),
    /** The number of wrong codes so far. */
    checks: integer('checks').notNull().default(0),
  },
  (table) => [
    index('challenge_transaction').on(table.transactionId, table.challengeKind, table.createdAt),
    index('challenge_contact').on(table.contactHash, table.wallCreatedAt),
    index('challenge_prefix').on(table.prefixHash, table.wallCreatedAt),
  ],
)

/**
 * One send, claimed before the vendor is called: a claimed attempt without an outcome is uncertain. Attempts are
 * counted from 1; 0 is the help message after a reply that was not understood, -1 the acknowledgement of a no.
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
    account: text('account').notNull(),
    /** The sender to which the person replies. */
    sender: text('sender').notNull(),
    /** The recipient of this attempt, which may be another number than the record’s first. */
    phone: sealed('phone').notNull(),
    contactHash: digest('contact_hash').notNull(),
    /** The hash by `hashReplyRoute`, from account and number only, because a typed reply names no tenant. */
    replyHash: digest('reply_hash'),
    /** `phone`, `phones[1]` or `email`. */
    source: text('source').notNull(),
    /** Wall time, because limits of a number span transactions and vendors are asked by it. */
    claimedAt: instant('claimed_at').notNull(),
    endedAt: instant('ended_at'),
    /** `accepted`, `deferred`, `failed` or `uncertain`. */
    outcome: text('outcome').$type<'accepted' | 'deferred' | 'failed' | 'uncertain'>(),
    code: text('code'),
    /** The class of a refusal, or of a failure that was reported after acceptance. */
    failureClass: text('failure_class').$type<FailureClass>(),
    durationMs: integer('duration_ms'),
    costMicros: integer('cost_micros'),
    /** The vendor’s message id: hashed for look-ups, and sealed for queries, because it can contain a number. */
    messageHash: digest('message_hash'),
    message: sealed('message'),
    failedAt: instant('failed_at'),
    /** When the person last wrote to the sender (wall time): WhatsApp takes free messages for a day from then. */
    inboundAt: instant('inbound_at'),
    /**
     * A hash of account and WhatsApp user id (of a person who hides the number), as reports of this message named it.
     */
    userHash: digest('user_hash'),
    /** When the holder said to be somebody else: the number gets nothing more from the transaction. */
    wrongPersonAt: instant('wrong_person_at'),
    /** A hash of the recipient’s number without its last four digits. */
    prefixHash: digest('prefix_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.challengeId, table.attempt] }),
    index('challenge_attempt_message').on(table.account, table.messageHash),
    index('challenge_attempt_user')
      .on(table.userHash)
      .where(sql`user_hash is not null`),
    index('challenge_attempt_reply').on(table.replyHash, table.claimedAt),
    index('challenge_attempt_contact').on(table.contactHash, table.claimedAt),
    // The first attempt is counted through its record.
    index('challenge_attempt_prefix')
      .on(table.prefixHash, table.claimedAt)
      .where(sql`attempt <> 1`),
  ],
)

/**
 * Reserved reply codes: which question a code, or a reply without one (the empty code), refers to, by number and shared
 * account. Each pair belongs to one open question.
 */
export const replyCodes = pgTable(
  'reply_code',
  {
    replyHash: digest('reply_hash').notNull(),
    code: text('code').notNull(),
    /** There is no foreign key, because the code is reserved before the challenge’s row is written. */
    challengeId: uuid('challenge_id').notNull(),
    ...ownerColumns,
    /** Wall time. */
    until: instant('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.replyHash, table.code] }),
    index('reply_code_until').on(table.until),
  ],
)

/** The token bucket of messages per tenant, like `rate_bucket` for requests. */
export const sendBuckets = pgTable(
  'send_bucket',
  {
    ...ownerColumns,
    tokens: doublePrecision('tokens').notNull(),
    granted: doublePrecision('granted').notNull(),
    refilledAt: timestamp('refilled_at', { withTimezone: true, precision: 6 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.mode] })],
)

/**
 * The cost of a tenant’s live messages per hour of wall time, in millionths. It is added in the commits that learn of a
 * cost, to one of several rows per hour, so that these commits do not wait for each other.
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

/** Questions that a second account sent because the outcome of the first was unknown; by wall time. */
export const doubledSends = pgTable(
  'doubled_send',
  { ...ownerColumns, at: instant('at').notNull() },
  (table) => [index('doubled_send_tenant').on(table.tenant, table.mode, table.at)],
)

/** Failures, reported after acceptance, that are the fault of our access or our sender; by wall time. */
export const accountFaults = pgTable(
  'account_fault',
  {
    account: text('account').notNull(),
    tenant: text('tenant').notNull(),
    code: text('code').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('account_fault_at').on(table.at)],
)

/** Prefixes that are blocked for a tenant, because many messages went there and hardly any were answered. */
export const prefixBlocks = pgTable(
  'prefix_block',
  {
    ...ownerColumns,
    prefixHash: digest('prefix_hash').notNull(),
    since: instant('since').notNull(),
    until: instant('until').notNull(),
    /** The messages of the hour before the block, and how many of them were answered. */
    sent: integer('sent').notNull(),
    answered: integer('answered').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.mode, table.prefixHash] })],
)

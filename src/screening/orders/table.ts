import { isNotNull } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { LegalBasis } from '#src/journey/transaction/parts-schema.ts'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import { digest, instant, ownerColumns, sealed } from '#src/platform/db/columns.ts'
import type { Port } from '#src/screening/wire/schema.ts'

/** A requested check: one or more services about one subject, once or repeatedly. */
export const checks = pgTable(
  'check_request',
  {
    id: uuid('id').primaryKey(),
    ...transactionColumn,
    /** `background-check`, `credit-score` or `official-match`. */
    module: text('module').notNull(),
    port: text('port').$type<Port>().notNull(),
    /** A keyed hash of services and parameters, by which the same request finds this check. */
    requestHash: digest('request_hash').notNull(),
    subject: sealed('subject').notNull(),
    /** After how many days the check is repeated; null for once. */
    everyDays: integer('every_days'),
    /** The legal basis that the client's first request gave; null for the tenant's settings. */
    legalBasis: jsonb('legal_basis').$type<LegalBasis>(),
    round: integer('round').notNull(),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
    /** For a monitored check: the load time of the newest published list that it was compared with. */
    listsScreenedAt: instant('lists_screened_at'),
  },
  (table) => [
    index('check_request_transaction').on(table.transactionId, table.module),
    index('check_request_monitored').on(table.id).where(isNotNull(table.everyDays)),
  ],
)

/** The order of one service; for each service the newest one counts. */
export const checkOrders = pgTable(
  'check_order',
  {
    id: uuid('id').primaryKey(),
    checkId: uuid('check_id')
      .notNull()
      .references(() => checks.id),
    round: integer('round').notNull(),
    service: text('service').notNull(),
    status: text('status').$type<'pending' | 'processing' | 'completed' | 'failed'>().notNull(),
    failureCode: text('failure_code'),
    /** The legal basis on which this order was bought. */
    legalBasis: jsonb('legal_basis').$type<LegalBasis>(),
    /** The account that gave the answer. */
    source: text('source'),
    /** Whether that account is the authority on its data. */
    authoritative: boolean('authoritative'),
    /** Null when the order is not completed, or the source has nothing. */
    result: sealed('result'),
    /** The part of the tenant's daily limit that is reserved for the order. */
    reservedMicros: bigint('reserved_micros', { mode: 'number' }).notNull(),
    spendDay: text('spend_day').notNull(),
    openedAt: instant('opened_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('check_order_check').on(table.checkId),
    // For the deletion of old answers.
    index('check_order_answered').on(table.endedAt).where(isNotNull(table.result)),
  ],
)

export const checkAttempts = pgTable(
  'check_attempt',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => checkOrders.id),
    attempt: integer('attempt').notNull(),
    account: text('account').notNull(),
    /** In wall time. */
    claimedAt: instant('claimed_at').notNull(),
    /** The number of the process that calls, by which others notice its death; null when it had none. */
    claimedBy: integer('claimed_by'),
    /** How often the request was sent, or its result asked for. */
    sent: integer('sent').notNull().default(1),
    /** Null while the outcome is unknown. */
    outcome: text('outcome').$type<'answered' | 'accepted' | 'deferred' | 'failed' | 'uncertain'>(),
    code: text('code'),
    failureClass: text('failure_class').$type<'input' | 'account' | 'rate' | 'transient'>(),
    /** A keyed hash of the vendor's id, and the sealed id. */
    vendorHash: digest('vendor_hash'),
    vendorId: sealed('vendor_id'),
    durationMs: integer('duration_ms'),
    costMicros: bigint('cost_micros', { mode: 'number' }),
    endedAt: instant('ended_at'),
  },
  (table) => [
    unique('check_attempt_number').on(table.orderId, table.attempt),
    index('check_attempt_vendor').on(table.vendorHash),
    index('check_attempt_claimed').on(table.claimedAt),
  ],
)

/** The spending of a tenant on a day (UTC), including the amounts reserved for services under way. */
export const checkSpending = pgTable(
  'check_spending',
  {
    ...ownerColumns,
    day: text('day').notNull(),
    spentMicros: bigint('spent_micros', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.mode, table.day] })],
)

/**
 * A person's judgement that a hit is about somebody else or not: of one subject, one source's entry and its content.
 */
export const hitJudgements = pgTable(
  'hit_judgement',
  {
    id: uuid('id').primaryKey(),
    /**
     * The transaction in which it was judged. It counts in the tenant's other transactions too, until this one is
     * erased.
     */
    ...transactionColumn,
    ...ownerColumns,
    subject: digest('subject').notNull(),
    hit: digest('hit').notNull(),
    judgement: text('judgement').$type<'false-positive' | 'true-positive'>().notNull(),
    note: sealed('note').notNull(),
    /** Both times are by the transaction's clock. */
    judgedAt: instant('judged_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('hit_judgement_subject').on(table.tenant, table.mode, table.subject),
    index('hit_judgement_transaction').on(table.transactionId),
  ],
)

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

/** What was asked for: one or more services about one subject, once or every so many days. */
export const checks = pgTable(
  'check_request',
  {
    id: uuid('id').primaryKey(),
    ...transactionColumn,
    /** `background-check`, `credit-score`, `official-match`. */
    module: text('module').notNull(),
    port: text('port').$type<Port>().notNull(),
    /** Keyed hash of services and parameters: the same ones are the same check. */
    requestHash: digest('request_hash').notNull(),
    subject: sealed('subject').notNull(),
    /** How often it is asked again; null: once. */
    everyDays: integer('every_days'),
    /** Why it may be bought, as the client said first; null: as the tenant's settings say. */
    legalBasis: jsonb('legal_basis').$type<LegalBasis>(),
    round: integer('round').notNull(),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
    /** For a monitored check: when the newest published list that it was last compared with was loaded. */
    listsScreenedAt: instant('lists_screened_at'),
  },
  (table) => [
    index('check_request_transaction').on(table.transactionId, table.module),
    index('check_request_monitored').on(table.id).where(isNotNull(table.everyDays)),
  ],
)

/** One service that is to be bought; of one service the newest counts. */
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
    /** The legal basis on which this was bought. */
    legalBasis: jsonb('legal_basis').$type<LegalBasis>(),
    /** The account whose answer it is. */
    source: text('source'),
    /** Whether that account decides what is true of a person or a company. */
    authoritative: boolean('authoritative'),
    /** Null when it is not completed, and when the source has nothing. */
    result: sealed('result'),
    /** What of the tenant's day was set aside for it. */
    reservedMicros: bigint('reserved_micros', { mode: 'number' }).notNull(),
    spendDay: text('spend_day').notNull(),
    openedAt: instant('opened_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('check_order_check').on(table.checkId),
    // For what forgets answers by their age.
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
    /** Wall time. */
    claimedAt: instant('claimed_at').notNull(),
    /** The number of the process that calls, by which others see it die; null: nobody could. */
    claimedBy: integer('claimed_by'),
    /** How often it was sent, or its result asked for. */
    sent: integer('sent').notNull().default(1),
    /** Null while nobody knows anything. */
    outcome: text('outcome').$type<'answered' | 'accepted' | 'deferred' | 'failed' | 'uncertain'>(),
    code: text('code'),
    failureClass: text('failure_class').$type<'input' | 'account' | 'rate' | 'transient'>(),
    /** Keyed hash of the vendor's id, and the id itself. */
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

/** What a tenant has spent on a day (UTC), with what is set aside for what is under way. */
export const checkSpending = pgTable(
  'check_spending',
  {
    ...ownerColumns,
    day: text('day').notNull(),
    spentMicros: bigint('spent_micros', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.mode, table.day] })],
)

/** Whether a hit is about somebody else, as a person has judged it: of one subject, one source's entry and its content. */
export const hitJudgements = pgTable(
  'hit_judgement',
  {
    id: uuid('id').primaryKey(),
    /** In which it was judged; it counts in the tenant's others too, until this one is erased. */
    ...transactionColumn,
    ...ownerColumns,
    subject: digest('subject').notNull(),
    hit: digest('hit').notNull(),
    judgement: text('judgement').$type<'false-positive' | 'true-positive'>().notNull(),
    note: sealed('note').notNull(),
    /** By the transaction's clock, both. */
    judgedAt: instant('judged_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('hit_judgement_subject').on(table.tenant, table.mode, table.subject),
    index('hit_judgement_transaction').on(table.transactionId),
  ],
)

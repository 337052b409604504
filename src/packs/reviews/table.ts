import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Mode } from '#src/journey/transaction/rules.ts'
import { instant, sealed } from '#src/platform/db/columns.ts'
import type { ClosedAs, Offer, ReviewSourceName, ReviewVerdict } from './rules.ts'

/** What a person is to decide: ids and codes, one row for each time that it is asked. */
export const reviews = pgTable(
  'review',
  {
    id: uuid('id').primaryKey(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<Mode>().notNull(),
    source: text('source').$type<ReviewSourceName>().notNull(),
    /** The run or the link that it is about, and the step there; empty: the whole of it. */
    subject: uuid('subject').notNull(),
    step: text('step').notNull().default(''),
    /** `onboarding@3`. */
    pack: text('pack').notNull(),
    /** Why it is here, a code. */
    because: text('because').notNull(),
    /** What its pack says about how it is decided. */
    offer: jsonb('offer').$type<Offer>().notNull().default({}),
    /** By the transaction's clock, as the deadline, which decides nothing. */
    openedAt: instant('opened_at').notNull(),
    deadlineAt: instant('deadline_at').notNull(),

    /** Who has it in hand, and until when, by wall time. */
    claimedBy: text('claimed_by'),
    claimedUntil: instant('claimed_until'),
    /** Of two people the first, who does not get it again. */
    firstBy: text('first_by'),
    /** People who do not get an appeal of it: whoever took part in deciding it, or what it is an appeal of. */
    excluded: jsonb('excluded').$type<readonly string[]>().notNull().default([]),
    /** The review whose decision is decided anew. */
    appealOf: uuid('appeal_of'),

    closedAt: instant('closed_at'),
    closedAs: text('closed_as').$type<ClosedAs>(),
    verdict: text('verdict').$type<ReviewVerdict>(),
    /** A keyed hash of a subject, or the id of an API key. */
    decidedBy: text('decided_by'),
    reasons: jsonb('reasons').$type<readonly string[]>(),
    /** How many people have decided it. */
    people: integer('people').$type<1 | 2>(),
    /** In the words of whoever has decided. */
    note: sealed('note'),
    /** What there was to see when it was decided. */
    seen: sealed('seen'),
  },
  (table) => [
    // One question at a time about one thing.
    uniqueIndex('review_subject')
      .on(table.subject, table.step)
      .where(sql`${table.closedAt} is null`),
    uniqueIndex('review_appeal').on(table.appealOf),
    index('review_open')
      .on(table.tenant, table.mode, table.deadlineAt)
      .where(sql`${table.closedAt} is null`),
    index('review_listed').on(table.tenant, table.mode, table.id),
    index('review_transaction').on(table.transactionId),
  ],
)

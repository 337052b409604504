import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import { instant, ownerColumns, sealed } from '#src/platform/db/columns.ts'
import type { ClosedAs, Offer, ReviewSourceName, ReviewVerdict } from './rules.ts'

/** A review: a question to a person, stored as ids and codes, with one row each time that it is asked. */
export const reviews = pgTable(
  'review',
  {
    id: uuid('id').primaryKey(),
    ...transactionColumn,
    ...ownerColumns,
    source: text('source').$type<ReviewSourceName>().notNull(),
    /** The id of the run or link, and the step in it; empty for the whole. */
    subject: uuid('subject').notNull(),
    step: text('step').notNull().default(''),
    /** The pack's name and version, such as `onboarding@3`. */
    pack: text('pack').notNull(),
    /** A code for the reason of the review. */
    because: text('because').notNull(),
    /** The options of the pack’s review step. */
    offer: jsonb('offer').$type<Offer>().notNull().default({}),
    /** Times of the transaction’s clock; a missed deadline decides nothing. */
    openedAt: instant('opened_at').notNull(),
    deadlineAt: instant('deadline_at').notNull(),

    /** The claimant, and until when the claim lasts (wall time). */
    claimedBy: text('claimed_by'),
    claimedUntil: instant('claimed_until'),
    /** The first of two deciding people, who cannot be the second. */
    firstBy: text('first_by'),
    /** The people who must not get an appeal, because they took part in this decision or an earlier one. */
    excluded: jsonb('excluded').$type<readonly string[]>().notNull().default([]),
    /** The review whose decision this appeal is against. */
    appealOf: uuid('appeal_of'),

    closedAt: instant('closed_at'),
    closedAs: text('closed_as').$type<ClosedAs>(),
    verdict: text('verdict').$type<ReviewVerdict>(),
    /** A keyed hash of a subject, or the id of an API key. */
    decidedBy: text('decided_by'),
    reasons: jsonb('reasons').$type<readonly string[]>(),
    /** How many people have decided the review. */
    people: integer('people').$type<1 | 2>(),
    /** The note of the person who decided. */
    note: sealed('note'),
    /** The facts that were shown at the decision. */
    seen: sealed('seen'),
  },
  (table) => [
    // At most one open review about the same subject and step.
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

/** The comments on a review, sealed and never changed. */
export const reviewComments = pgTable(
  'review_comment',
  {
    id: uuid('id').primaryKey(),
    ...transactionColumn,
    reviewId: uuid('review_id').notNull(),
    /** A keyed hash of a subject, or the id of an API key. */
    by: text('by').notNull(),
    /** By wall time, because people write comments outside of the transaction's clock. */
    at: instant('at').notNull(),
    text: sealed('text').notNull(),
  },
  (table) => [
    index('review_comment_review').on(table.reviewId),
    index('review_comment_transaction').on(table.transactionId),
  ],
)

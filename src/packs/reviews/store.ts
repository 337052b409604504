// The rows of reviews. Functions that change one expect the transaction’s row to be locked.
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Counts } from '#src/journey/capabilities/erased.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { ClosedAs } from './rules.ts'
import { reviews } from './table.ts'

export type Review = typeof reviews.$inferSelect
/** A review with the information whether its deadline has passed, by the transaction’s clock. */
export type ShownReview = Review & { readonly isOverdue: boolean }

const clock = sql`(clock_timestamp() + ${transactions.clockOffsetMs} * interval '1 millisecond')`
const shown = {
  ...getTableColumns(reviews),
  isOverdue: sql<boolean>`(${reviews.closedAt} is null and ${reviews.deadlineAt} <= ${clock})`,
}

export const isOwn = ({ tenant, mode }: Owner) =>
  and(eq(reviews.tenant, tenant), eq(reviews.mode, mode))

const readReviews = (db: Db, condition: SQL | undefined) =>
  db
    .select(shown)
    .from(reviews)
    .innerJoin(transactions, eq(transactions.id, reviews.transactionId))
    .where(and(condition, isNull(transactions.erasedAt), isNull(transactions.restrictedAt)))

export async function findReview(
  db: Db,
  owner: Owner,
  id: string,
): Promise<ShownReview | undefined> {
  const [found] = await readReviews(db, and(isOwn(owner), eq(reviews.id, id)))
  return found
}

/** The open review about a subject and step, otherwise the newest closed one. */
export async function findReviewOf(
  db: Db,
  subject: string,
  step: string,
): Promise<Review | undefined> {
  const [found] = await db
    .select()
    .from(reviews)
    .where(and(eq(reviews.subject, subject), eq(reviews.step, step)))
    .orderBy(sql`${reviews.closedAt} is null desc`, sql`${reviews.id} desc`)
    .limit(1)
  return found
}

/** Whether somebody has decided a review about the subject. */
export async function isDecided(db: Db, subject: string): Promise<boolean> {
  const [found] = await db
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(eq(reviews.subject, subject), isNotNull(reviews.verdict)))
    .limit(1)
  return found !== undefined
}

export type ReviewFilter = {
  readonly status: 'open' | 'decided' | 'any'
  readonly transactionId?: string | undefined
  readonly source?: Review['source']
  /** Only reviews with a valid claim of this person; null for reviews that nobody claims. */
  readonly claimedBy?: string | null | undefined
  /** Only reviews with a valid claim of somebody else. */
  readonly notClaimedBy?: string | undefined
  /** The group of reviewers. */
  readonly who?: string | undefined
  /** The name of the pack, or its name and version. */
  readonly pack?: string | undefined
  readonly because?: string | undefined
  readonly isOverdue?: boolean | undefined
  readonly openedBefore?: Date | undefined
  readonly after?: string | undefined
  /** By default the oldest first. */
  readonly order?: 'oldest' | 'newest' | undefined
  readonly limit: number
}

const isClaimed = sql`${reviews.claimedUntil} > clock_timestamp()`
const isPast = sql`${reviews.deadlineAt} <= ${clock}`
const packName = sql`split_part(${reviews.pack}, '@', 1)`

export async function listReviews(
  db: Db,
  owner: Owner,
  filter: ReviewFilter,
): Promise<ShownReview[]> {
  const { status, source, after, order, limit } = filter
  return readReviews(
    db,
    and(
      isOwn(owner),
      status === 'open' ? isNull(reviews.closedAt) : undefined,
      status === 'decided' ? isNotNull(reviews.verdict) : undefined,
      source && eq(reviews.source, source),
      isAbout(filter),
      isInHand(filter),
      after === undefined ? undefined : (order === 'newest' ? lt : gt)(reviews.id, after),
    ),
  )
    .orderBy(order === 'newest' ? desc(reviews.id) : asc(reviews.id))
    .limit(limit)
}

const isAbout = (asked: ReviewFilter) =>
  and(
    asked.transactionId === undefined ? undefined : eq(reviews.transactionId, asked.transactionId),
    asked.who === undefined ? undefined : sql`${reviews.offer} ->> 'who' = ${asked.who}`,
    asked.because === undefined ? undefined : eq(reviews.because, asked.because),
    asked.pack === undefined
      ? undefined
      : sql`${asked.pack.includes('@') ? reviews.pack : packName} = ${asked.pack}`,
    asked.openedBefore && lt(reviews.openedAt, asked.openedBefore),
    asked.isOverdue === undefined
      ? undefined
      : and(isNull(reviews.closedAt), asked.isOverdue ? isPast : not(isPast)),
  )

function isInHand({ claimedBy, notClaimedBy }: ReviewFilter): SQL | undefined {
  if (claimedBy === null) return or(isNull(reviews.claimedUntil), not(isClaimed))
  if (claimedBy !== undefined) return and(isClaimed, eq(reviews.claimedBy, claimedBy))
  return notClaimedBy === undefined
    ? undefined
    : and(isClaimed, ne(reviews.claimedBy, notClaimedBy))
}

export type NewReview = Omit<typeof reviews.$inferInsert, 'closedAt' | 'closedAs' | 'verdict'>

/** False when a review about the same is open already, or the same appeal was made. */
export async function insertReview(tx: Db, review: NewReview): Promise<boolean> {
  const made = await tx
    .insert(reviews)
    .values(review)
    .onConflictDoNothing()
    .returning({ id: reviews.id })
  return made.length > 0
}

export async function updateReview(
  tx: Db,
  id: string,
  changed: Partial<typeof reviews.$inferInsert>,
): Promise<void> {
  await tx.update(reviews).set(changed).where(eq(reviews.id, id))
}

/** Closes the open reviews about a run or link, or of a whole transaction; resolves to their ids. */
export async function closeOpen(
  tx: Db,
  about: { readonly subject: string } | { readonly transactionId: string },
  closedAs: ClosedAs,
  closedAt: Date,
): Promise<string[]> {
  const isAbout =
    'subject' in about
      ? eq(reviews.subject, about.subject)
      : eq(reviews.transactionId, about.transactionId)
  const closed = await tx
    .update(reviews)
    .set({ closedAs, closedAt })
    .where(and(isAbout, isNull(reviews.closedAt)))
    .returning({ id: reviews.id })
  return closed.map(({ id }) => id)
}

/** The open reviews of a pack's other, completed runs that concern the whole run. */
export const listOpenOfPack = (
  tx: Db,
  transactionId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<Review[]> =>
  tx
    .select()
    .from(reviews)
    .where(
      and(
        eq(reviews.transactionId, transactionId),
        eq(reviews.source, 'pack'),
        ne(reviews.subject, id),
        eq(reviews.step, ''),
        sql`split_part(${reviews.pack}, '@', 1) = ${name}`,
        isNull(reviews.closedAt),
      ),
    )

/** Closes the reviews of an erased person. */
export async function closeErased(tx: Db, transactionId: string): Promise<Counts> {
  const closed = await tx
    .update(reviews)
    .set({ closedAs: 'erased', closedAt: sql`clock_timestamp()`, note: null })
    .where(and(eq(reviews.transactionId, transactionId), isNull(reviews.closedAt)))
    .returning({ id: reviews.id })
  return { reviews: closed.length }
}

/** The appeal against a review. */
export async function findAppeal(db: Db, id: string): Promise<string | undefined> {
  const [found] = await db.select({ id: reviews.id }).from(reviews).where(eq(reviews.appealOf, id))
  return found?.id
}

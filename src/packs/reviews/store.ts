// The rows of reviews. Functions that change one, except its claim, expect the transaction’s row to be locked.
import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Counts } from '#src/journey/capabilities/erased.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Principal } from '#src/platform/http/route.ts'
import { claimSeconds, type ClosedAs } from './rules.ts'
import { reviews } from './table.ts'

export type Review = typeof reviews.$inferSelect
/** A review with the information whether its deadline has passed, by the transaction’s clock. */
export type ShownReview = Review & { readonly isOverdue: boolean }

const clock = sql`(clock_timestamp() + ${transactions.clockOffsetMs} * interval '1 millisecond')`
const shown = {
  ...getTableColumns(reviews),
  isOverdue: sql<boolean>`(${reviews.closedAt} is null and ${reviews.deadlineAt} <= ${clock})`,
}

const isOwn = ({ tenant, mode }: Owner) => and(eq(reviews.tenant, tenant), eq(reviews.mode, mode))

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

/** The open review about a subject and step, otherwise the last one. */
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

export type ReviewFilter = {
  readonly status: 'open' | 'decided' | 'any'
  readonly transactionId?: string | undefined
  readonly source?: Review['source']
  readonly after?: string | undefined
  readonly limit: number
}

/** Oldest first. */
export async function listReviews(
  db: Db,
  owner: Owner,
  { status, transactionId, source, after, limit }: ReviewFilter,
): Promise<ShownReview[]> {
  return readReviews(
    db,
    and(
      isOwn(owner),
      status === 'open' ? isNull(reviews.closedAt) : undefined,
      status === 'decided' ? isNotNull(reviews.verdict) : undefined,
      transactionId === undefined ? undefined : eq(reviews.transactionId, transactionId),
      source && eq(reviews.source, source),
      after === undefined ? undefined : gt(reviews.id, after),
    ),
  )
    .orderBy(asc(reviews.id))
    .limit(limit)
}

/** The caller who asks for a review; appeals go only to people. */
type Claimant = Owner & Pick<Principal, 'person'>

const claimedUntil = sql`clock_timestamp() + make_interval(secs => ${claimSeconds})`

/** Prolongs the caller’s claim; false where there is none. */
export async function prolongClaim(
  db: Db,
  claimant: Claimant,
  id: string,
  actor: string,
): Promise<boolean> {
  const prolonged = await db
    .update(reviews)
    .set({ claimedUntil })
    .where(
      and(
        isOwn(claimant),
        eq(reviews.id, id),
        isNull(reviews.closedAt),
        claimant.person === undefined ? isNull(reviews.appealOf) : undefined,
        eq(reviews.claimedBy, actor),
        gt(reviews.claimedUntil, sql`clock_timestamp()`),
      ),
    )
    .returning({ id: reviews.id })
  return prolonged.length > 0
}

/** Returns a claimed review to the queue; false where the caller has no claim. */
export async function releaseClaim(
  db: Db,
  owner: Owner,
  id: string,
  actor: string,
): Promise<boolean> {
  const given = await db
    .update(reviews)
    .set({ claimedBy: null, claimedUntil: null })
    .where(
      and(
        isOwn(owner),
        eq(reviews.id, id),
        isNull(reviews.closedAt),
        eq(reviews.claimedBy, actor),
        gt(reviews.claimedUntil, sql`clock_timestamp()`),
      ),
    )
    .returning({ id: reviews.id })
  return given.length > 0
}

/**
 * Hands out the most urgent unclaimed review: its id, or undefined when there is none. A caller with a claim gets the
 * same review again, so that nobody can choose by asking repeatedly.
 */
export async function claimNext(
  db: Db,
  { tenant, mode, person }: Claimant,
  actor: string,
  who?: string,
): Promise<string | undefined> {
  const theirs = who === undefined ? sql`` : sql`and r.offer ->> 'who' = ${who}`
  const [claimed] = await db.execute<{ id: string }>(sql`
    update ${reviews} set claimed_by = ${actor}, claimed_until = ${claimedUntil}
    where id = (
      select r.id from ${reviews} r join ${transactions} t on t.id = r.transaction_id
      where r.tenant = ${tenant} and r.mode = ${mode} and r.closed_at is null
        and t.erased_at is null and t.restricted_at is null
        and (r.claimed_until is null or r.claimed_until <= clock_timestamp() or r.claimed_by = ${actor})
        and r.first_by is distinct from ${actor}
        and (r.appeal_of is null or ${person !== undefined})
        and not exists (
          select from ${reviews} before where before.id = r.appeal_of
            and (before.excluded ? ${actor} or ${actor} in (before.decided_by, before.first_by)))
        ${theirs}
      order by (r.claimed_by = ${actor} and r.claimed_until > clock_timestamp()) is true desc,
        r.deadline_at - t.clock_offset_ms * interval '1 millisecond', r.id
      limit 1 for update of r skip locked)
    returning id`)
  return claimed?.id
}

export type NewReview = Omit<typeof reviews.$inferInsert, 'closedAt' | 'closedAs' | 'verdict'>

/** False where a review about the same is open already, or the same appeal was made. */
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

/** Closes the open reviews about a run or link; resolves to their ids. */
export async function closeOpen(
  tx: Db,
  subject: string,
  closedAs: ClosedAs,
  closedAt: Date,
): Promise<string[]> {
  const closed = await tx
    .update(reviews)
    .set({ closedAs, closedAt })
    .where(and(eq(reviews.subject, subject), isNull(reviews.closedAt)))
    .returning({ id: reviews.id })
  return closed.map(({ id }) => id)
}

/** Closes all that are open of a transaction; resolves to their ids. */
export async function closeAllOpen(
  tx: Db,
  transactionId: string,
  closedAs: ClosedAs,
  closedAt: Date,
): Promise<string[]> {
  const closed = await tx
    .update(reviews)
    .set({ closedAs, closedAt })
    .where(and(eq(reviews.transactionId, transactionId), isNull(reviews.closedAt)))
    .returning({ id: reviews.id })
  return closed.map(({ id }) => id)
}

/** The open reviews of other, completed runs of a pack, as far as they are about the whole run. */
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

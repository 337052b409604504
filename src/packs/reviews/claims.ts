// Claims of reviews: handed out, picked where the tenant lets people pick, prolonged and given back. No lock is needed:
// each is one statement.
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Principal } from '#src/platform/http/route.ts'
import { claimSeconds } from './rules.ts'
import { isOwn } from './store.ts'
import { reviews } from './table.ts'

/** The caller who asks for a review; appeals go only to people. */
type Claimant = Owner & Pick<Principal, 'person'>

const claimedUntil = sql`clock_timestamp() + make_interval(secs => ${claimSeconds})`

/** Prolongs the caller’s claim; false when there is none. */
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

/** Returns a claimed review to the queue; false when the caller has no claim. */
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

/** Whether the review `r` of the transaction `t` is open and in nobody else’s hands. */
const isFree = ({ tenant, mode, person }: Claimant, actor: string) => sql`
  r.tenant = ${tenant} and r.mode = ${mode} and r.closed_at is null
    and t.erased_at is null and t.restricted_at is null
    and (r.claimed_until is null or r.claimed_until <= clock_timestamp() or r.claimed_by = ${actor})
    and (r.appeal_of is null or ${person !== undefined})`

/** The actor is not the first of two, and decided nothing that `r` appeals against. */
const tookNoPart = (actor: string) => sql`
  r.first_by is distinct from ${actor}
    and not exists (
      select from ${reviews} before where before.id = r.appeal_of
        and (before.excluded ? ${actor} or ${actor} in (before.decided_by, before.first_by)))`

/** Whether the actor took part in deciding the review, or one that it appeals against. */
export async function tookPart(db: Db, id: string, actor: string): Promise<boolean> {
  const found = await db.execute(
    sql`select from ${reviews} r where r.id = ${id} and not (${tookNoPart(actor)})`,
  )
  return found.length > 0
}

/** Claims the given review; false when somebody else has claimed it, or the actor took part in a decision. */
export async function claimPicked(
  db: Db,
  claimant: Claimant,
  id: string,
  actor: string,
): Promise<boolean> {
  const claimed = await db.execute(sql`
    update ${reviews} set claimed_by = ${actor}, claimed_until = ${claimedUntil}
    where id = (
      select r.id from ${reviews} r join ${transactions} t on t.id = r.transaction_id
      where r.id = ${id} and ${isFree(claimant, actor)} and ${tookNoPart(actor)}
      for update of r)
    returning id`)
  return claimed.length > 0
}

/**
 * Hands out the most urgent unclaimed review: its id, or undefined when there is none. A caller with a claim gets the
 * same review again, so that nobody can choose by asking repeatedly.
 */
export async function claimNext(
  db: Db,
  claimant: Claimant,
  actor: string,
  who?: string,
): Promise<string | undefined> {
  const theirs = who === undefined ? sql`` : sql`and r.offer ->> 'who' = ${who}`
  const [claimed] = await db.execute<{ id: string }>(sql`
    update ${reviews} set claimed_by = ${actor}, claimed_until = ${claimedUntil}
    where id = (
      select r.id from ${reviews} r join ${transactions} t on t.id = r.transaction_id
      where ${isFree(claimant, actor)} and ${tookNoPart(actor)} ${theirs}
      order by (r.claimed_by = ${actor} and r.claimed_until > clock_timestamp()) is true desc,
        r.deadline_at - t.clock_offset_ms * interval '1 millisecond', r.id
      limit 1 for update of r skip locked)
    returning id`)
  return claimed?.id
}

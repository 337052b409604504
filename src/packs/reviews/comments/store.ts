// The rows of comments on reviews. Texts are sealed with the transaction’s key.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import type { Submitted } from '#src/journey/transaction/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import type { SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import { reviewComments, reviews } from '../table.ts'

/** The most comments on one review. */
const commentsMax = 100

export type Comment = {
  readonly id: string
  readonly by: string
  readonly at: Date
  readonly text: string
}

type Owning = Pick<Submitted, 'tenant' | 'id' | 'key'>

const contextOf = ({ tenant, id }: Owning, rowId: string): SealContext => ({
  tenant,
  transaction: id,
  table: 'review_comment',
  column: 'text',
  rowId,
})

type Store = { readonly tx: Db; readonly sealer: Sealer }

/** Expects the transaction’s row to be locked; undefined when the review has the most comments already. */
export async function insertComment(
  { tx, sealer }: Store,
  owning: Owning,
  reviewId: string,
  { by, text: words }: Pick<Comment, 'by' | 'text'>,
): Promise<Comment | undefined> {
  if ((await tx.$count(reviewComments, eq(reviewComments.reviewId, reviewId))) >= commentsMax)
    return undefined
  const comment = { id: newId(), by, at: new Date(), text: words }
  const key = await openDataKey(sealer, owning)
  const kept = sealer.seal(key, contextOf(owning, comment.id), words)
  await tx
    .insert(reviewComments)
    .values({ ...comment, reviewId, transactionId: owning.id, text: kept })
  return comment
}

/** Reads the oldest first. */
export async function readComments(
  { tx, sealer }: Store,
  owning: Owning,
  reviewId: string,
): Promise<Comment[]> {
  const rows = await tx
    .select()
    .from(reviewComments)
    .where(eq(reviewComments.reviewId, reviewId))
    .orderBy(asc(reviewComments.id))
  if (rows.length === 0) return []
  const key = await openDataKey(sealer, owning)
  return rows.map(({ id, by, at, text: kept }) => {
    return { id, by, at, text: sealer.unseal<string>(key, contextOf(owning, id), kept) }
  })
}

/** Runs in the commit of an erasure; resolves to the number of deleted comments. */
export async function forgetComments(tx: Db, transactionId: string): Promise<number> {
  const gone = await tx
    .delete(reviewComments)
    .where(eq(reviewComments.transactionId, transactionId))
    .returning({ id: reviewComments.id })
  return gone.length
}

/**
 * Runs in the commit of a restriction and deletes the comments on undecided reviews, because no verdict rests on them.
 */
export async function forgetUndecided(tx: Db, transactionId: string): Promise<number> {
  const undecided = tx
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(eq(reviews.transactionId, transactionId), sql`${reviews.verdict} is null`))
  const gone = await tx
    .delete(reviewComments)
    .where(inArray(reviewComments.reviewId, undecided))
    .returning({ id: reviewComments.id })
  return gone.length
}

// An appeal against a decision is a review of its own, which is never given to a person who took part in a decision
// before.
import type { ReviewDeps } from './source.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import { newId } from '#src/platform/ids.ts'
import { actorOf, type By } from './decide.ts'
import { reviewOpened } from './kinds.ts'
import { deadlineSecondsDefault, listExcluded } from './rules.ts'
import { findAppeal, findReview, findReviewOf, insertReview, updateReview } from './store.ts'

/** Returns the id of the appeal; throws `not-decided` when no decision is in effect. */
export async function appeal(
  { tx, locked, reviewSources }: InCommit<ReviewDeps>,
  id: string,
  { principal, requestId }: By,
): Promise<string> {
  const there = await findAppeal(tx, id)
  if (there !== undefined) return there
  const review = await findReview(tx, principal, id)
  if (!review || review.verdict === null || review.verdict === 'again') return 'not-decided'
  const { subject, step, source } = review
  const newest = await findReviewOf(tx, subject, step)
  if (newest?.id !== id || !(await reviewSources(source).stands(tx, review))) return 'not-decided'
  const appealId = newId()
  const dueAt = locked.now.getTime() + deadlineSecondsDefault * 1_000
  const excluded = listExcluded(review, actorOf(principal))
  await updateReview(tx, id, { excluded })
  await insertReview(tx, {
    id: appealId,
    transactionId: locked.id,
    tenant: locked.tenant,
    mode: locked.mode,
    source,
    subject,
    step,
    pack: review.pack,
    because: 'appeal',
    offer: review.offer,
    openedAt: locked.now,
    deadlineAt: new Date(dueAt),
    excluded,
    appealOf: id,
  })
  append(locked, { kind: reviewOpened, ref: appealId, code: 'appeal', reason: review.pack, dueAt })
  await writeAudit(tx, byCaller(principal, requestId), {
    action: 'review.appealed',
    object: id,
    transactionId: locked.id,
    details: { appeal: appealId },
  })
  return appealId
}

// Opens and closes reviews within the commit of the change that causes it.
import { append } from '#src/journey/journal/append.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import { reviewClosed, reviewOpened } from './kinds.ts'
import {
  type ClosedAs,
  deadlineSecondsDefault,
  type Offer,
  type ReviewSourceName,
} from './rules.ts'
import { closeOpen, insertReview } from './store.ts'

export type ReviewRequest = {
  readonly source: ReviewSourceName
  /** The id of a run or a link. */
  readonly subject: string
  /** The name of a step; without it the review is about the whole run or link. */
  readonly step?: string
  /** The pack's name and version, such as `onboarding@3`. */
  readonly pack: string
  /** A code for the reason of the review. */
  readonly because: string
  readonly offer?: Offer
  readonly deadlineSeconds?: number
}

/** Does nothing when a review about the same run or link and step is open already. */
export async function openReview(
  tx: Db,
  locked: Locked,
  { step = '', offer = {}, deadlineSeconds = deadlineSecondsDefault, ...asked }: ReviewRequest,
): Promise<void> {
  const { id: transactionId, tenant, mode, now } = locked
  const id = newId()
  const deadlineAt = new Date(now.getTime() + deadlineSeconds * 1_000)
  const times = { openedAt: now, deadlineAt }
  const row = { ...asked, ...times, id, transactionId, tenant, mode, step, offer }
  if (!(await insertReview(tx, row))) return
  // An open run that waits for the review has a task of its own.
  const isOfStep = asked.source === 'pack' && step !== ''
  append(locked, {
    kind: reviewOpened,
    ref: id,
    code: asked.because,
    reason: asked.pack,
    ...(!isOfStep && { dueAt: deadlineAt.getTime() }),
    ...(step !== '' && { module: offer.name ?? step }),
  })
}

/** Closes the open reviews about a run or link, which need no decision any more. */
export async function closeReviews(
  tx: Db,
  locked: Locked,
  subject: string,
  as: Exclude<ClosedAs, 'decided' | 'erased'>,
): Promise<void> {
  for (const ref of await closeOpen(tx, { subject }, as, locked.now))
    append(locked, { kind: reviewClosed, ref, code: as })
}

/** Closes all open reviews of a transaction, because no decision on it is needed any more. */
export async function cancelReviews({ tx, locked }: InCommit): Promise<void> {
  for (const ref of await closeOpen(tx, { transactionId: locked.id }, 'cancelled', locked.now))
    append(locked, { kind: reviewClosed, ref, code: 'cancelled' })
}

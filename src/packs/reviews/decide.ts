// Decides a review within a commit: by the person who has claimed it, or by two people where the rules demand it.
import type { Decision, ReviewDeps } from './source.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { Problem } from '#src/platform/errors.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import type { Principal } from '#src/platform/http/route.ts'
import { isSecond } from '#src/platform/two-people/ask.ts'
import { reviewAwaitsSecond, reviewDecided } from './kinds.ts'
import { addParticipant, isForPeople, refusalFor, takesTwo } from './rules.ts'
import { sealDecided } from './note.ts'
import { type Review, updateReview } from './store.ts'
import { readView, type ReviewView } from './view.ts'

type Ctx = InCommit<ReviewDeps>

export type By = { readonly principal: Principal; readonly requestId: string }

export type DecisionRequest = Decision & {
  readonly reasons: readonly string[]
  readonly note?: string | undefined
}

export type Decided = 'done' | 'awaiting' | 'decided' | 'not-yours' | 'unknown-module'

/** Identifies the claimant: a keyed hash of a subject, or the id of an API key. */
export const actorOf = ({ actor }: Principal): string => actor ?? '-'

/**
 * Throws `person-needed` when an appeal, or a review that takes two people, is decided by a caller who is not a
 * signed-in person.
 */
export async function decideReview(
  ctx: Ctx,
  review: Review,
  given: DecisionRequest,
  by: By,
): Promise<Decided> {
  const { tx, locked, reviewSources } = ctx
  const { verdict } = given
  const actor = actorOf(by.principal)
  if (isForPeople(review) && by.principal.person === undefined) throw new Problem('person-needed')
  const refusal = refusalFor(review, actor, locked.wallNow)
  if (refusal) return refusal
  const source = reviewSources(review.source)
  if (verdict === 'again' && !(await isAllKnown(ctx, review, given.modules)))
    return 'unknown-module'
  const view = await readView(ctx, tx, locked, review)
  const signs = view.against
  const isByTwo = takesTwo(verdict, signs, review.offer)
  if (isByTwo && !(await isConfirmed(ctx, review, given, by))) {
    await release(ctx, review, by, { firstBy: actor })
    append(locked, { kind: reviewAwaitsSecond, ref: review.id, code: verdict })
    return 'awaiting'
  }
  const people = isByTwo ? 2 : 1
  await close(ctx, review, { ...given, view, people }, by)
  await writeAudit(tx, byCaller(by.principal, by.requestId), {
    action: 'review.decided',
    object: review.id,
    transactionId: locked.id,
    details: {
      outcome: verdict,
      source: review.source,
      reasons: given.reasons.join(' '),
      people,
      ...(signs.length > 0 && { against: signs.join(' ') }),
      ...(review.step !== '' && { step: review.step }),
    },
  })
  // Denials are lifted before the run continues, so that it sees the change.
  if (verdict === 'approved' && signs.includes('denied')) await ctx.liftDenials(ctx, review.id)
  await source.apply(ctx, review, given, actor)
  return 'done'
}

async function isAllKnown(ctx: Ctx, review: Review, modules: readonly string[]): Promise<boolean> {
  const known = await ctx.reviewSources(review.source).listModules(ctx.tx, review)
  return modules.every((one) => known.includes(one))
}

/** Two people must agree on the decision and, for `again`, on the modules to repeat. */
function isConfirmed(
  { tx, sealer }: Ctx,
  { id: object }: Review,
  { verdict, modules }: Decision,
  by: By,
): Promise<boolean> {
  const content = { verdict, modules: modules.toSorted() }
  return isSecond(tx, sealer, { ...by, action: 'review.decided', object, content })
}

/** Ends the claim, and notes its holder as one who must not get an appeal against this review. */
function release(
  { tx }: Ctx,
  { id, excluded }: Review,
  { principal }: By,
  changed: Parameters<typeof updateReview>[2],
): Promise<void> {
  return updateReview(tx, id, {
    ...changed,
    claimedBy: null,
    claimedUntil: null,
    excluded: addParticipant(excluded, principal.person),
  })
}

type Settled = DecisionRequest & { readonly view: ReviewView; readonly people: 1 | 2 }

/** Stores the facts of this moment with the decision, so that nothing known later is added to them. */
async function close(
  ctx: Ctx,
  review: Review,
  { verdict, reasons, note, view, people }: Settled,
  by: By,
): Promise<void> {
  const { locked, sealer } = ctx
  const { id } = review
  await release(ctx, review, by, {
    closedAt: locked.now,
    closedAs: 'decided',
    verdict,
    decidedBy: actorOf(by.principal),
    reasons,
    people,
    ...(await sealDecided(sealer, locked, id, { note, view })),
  })
  const about = { ref: id, code: verdict, reason: reasons.join(',') }
  append(locked, { kind: reviewDecided, ...about })
}

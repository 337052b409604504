// Steps that need a manual review, and their decisions.
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import { linkStepReviewed } from './kinds.ts'
import { isStepKey, isUndecided, undecided } from './rules.ts'
import { scoreSteps } from './scoring.ts'
import { type LinkStep, listSteps } from './steps.ts'
import { findLink, updateLink } from './store.ts'
import { links, linkSteps } from './table.ts'

export type OpenReview = Pick<LinkStep, 'linkId' | 'step' | 'outcome' | 'closedAt'> & {
  readonly transactionId: string
}

/** Of one tenant and mode, the oldest first. */
export async function listReviews(
  db: Db,
  { tenant, mode }: Owner,
  max: number,
): Promise<OpenReview[]> {
  return db
    .select({
      transactionId: links.transactionId,
      linkId: linkSteps.linkId,
      step: linkSteps.step,
      outcome: linkSteps.outcome,
      closedAt: linkSteps.closedAt,
    })
    .from(linkSteps)
    .innerJoin(links, eq(links.id, linkSteps.linkId))
    .innerJoin(transactions, eq(transactions.id, links.transactionId))
    .where(
      and(
        inArray(linkSteps.outcome, [...undecided]),
        eq(transactions.tenant, tenant),
        eq(transactions.mode, mode),
        isNull(transactions.erasedAt),
      ),
    )
    .orderBy(asc(linkSteps.closedAt))
    .limit(max)
}

export type Decision = 'approved' | 'rejected'

export type Decided =
  | { readonly kind: 'decided'; readonly reviewedAt: Date; readonly score: number | null }
  | { readonly kind: 'otherwise' }
  | { readonly kind: 'unknown' }

/** In a commit. The same decision again is the one that was made; the score of a completed link follows it. */
export async function decideReview(
  tx: Db,
  locked: Locked,
  { linkId, step, by }: { readonly linkId: string; readonly step: string; readonly by: string },
  decision: Decision,
): Promise<Decided> {
  const link = await findLink(tx, linkId)
  if (link?.transactionId !== locked.id) return { kind: 'unknown' }
  const steps = await listSteps(tx, linkId)
  const row = steps.find((one) => one.step === step)
  if (row && row.reviewedAt !== null)
    return row.outcome === decision
      ? { kind: 'decided', reviewedAt: row.reviewedAt, score: link.score }
      : { kind: 'otherwise' }
  if (!row || !isUndecided(row.outcome)) return { kind: 'unknown' }
  const reviewedAt = locked.now
  await tx
    .update(linkSteps)
    .set({ outcome: decision, reviewedAt, reviewedBy: by })
    .where(and(eq(linkSteps.linkId, linkId), eq(linkSteps.step, step)))
  const score = link.completedAt === null ? null : scoreAfter(steps, step, decision)
  if (score !== null) await updateLink(tx, linkId, { score })
  append(locked, {
    kind: linkStepReviewed,
    module: step,
    ref: linkId,
    code: decision,
    ...(score !== null && { reason: String(score) }),
  })
  return { kind: 'decided', reviewedAt, score }
}

const scoreAfter = (steps: readonly LinkStep[], decided: string, decision: Decision): number =>
  scoreSteps(
    steps.flatMap(({ step, outcome }) =>
      isStepKey(step) ? [{ key: step, outcome: step === decided ? decision : outcome }] : [],
    ),
  )

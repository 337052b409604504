// Reviews of link steps: they are in the common queue, and a decision replaces an inconclusive outcome.
import { and, eq } from 'drizzle-orm'
import type { FactValues } from '#src/journey/facts/facts.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import { closeReviews, openReview } from '#src/packs/reviews/open.ts'
import type { ReviewVerdict } from '#src/packs/reviews/rules.ts'
import type { ReviewSource } from '#src/packs/reviews/source.ts'
import type { Step } from '#src/packs/document/pack.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { LinkDeps } from '../deps.ts'
import { linkHeld, linkStepClosed, linkStepReviewed } from '../kinds.ts'
import { personStepsOf, readRoot } from '../person-steps.ts'
import { isOpen, isUndecided, type StepReason } from '../rules.ts'
import { scoreSteps } from '../judging/scoring.ts'
import { type LinkStep, listSteps } from '../steps.ts'
import { findLink, toEnds, updateLink, type VerificationLink } from '../store.ts'
import { linkSteps } from '../table.ts'
import { checkMs } from '../walk.ts'

/**
 * Runs in every commit: opens reviews for steps that were closed as undecided, and closes those of steps that were left
 * out.
 */
export async function followReviews(tx: Db, locked: Locked): Promise<void> {
  const closed = locked.unwritten.filter(({ kind }) => kind === linkStepClosed.name)
  // Where a step was closed twice in one commit, the last outcome counts.
  const last = new Map(closed.map((one) => [`${one.ref} ${one.module}`, one]))
  for (const { ref, module, code } of last.values()) {
    if (ref === null || module === null) continue
    const isAsked = code === 'review' || code === 'inconclusive'
    if (isAsked) await ask(tx, locked, ref, module)
    else if (code === 'left-out') await closeReviews(tx, locked, ref, 'superseded')
  }
}

async function ask(tx: Db, locked: Locked, subject: string, step: string): Promise<void> {
  const [link, steps] = await Promise.all([findLink(tx, subject), listSteps(tx, subject)])
  const row = steps.find((one) => one.step === step)
  if (!link || !row || !isUndecided(row.outcome)) return
  const because = row.reasons[0] ?? (row.outcome === 'review' ? 'asked-for' : 'inconclusive')
  const pack = `${link.packName}@${link.packVersion}`
  await openReview(tx, locked, { source: 'link', subject, step, pack, because })
}

/** How long a person has for a step that is asked for again. */
const againMs = 24 * 60 * 60_000

export const linkReviews: ReviewSource = {
  name: 'link',
  findRunId: async (db, { subject }) => (await findLink(db, subject))?.runId ?? null,
  async listModules(db, { subject, step }) {
    const link = await findLink(db, subject)
    return link && isOpen(toEnds(link)) ? [step] : []
  },
  async stands(db, { subject, step, verdict }) {
    const row = (await listSteps(db, subject)).find((one) => one.step === step)
    return row !== undefined && row.reviewedAt !== null && row.outcome === verdict
  },
  async readSeen(_deps, db, _transaction, { subject, step }) {
    const row = (await listSteps(db, subject)).find((one) => one.step === step)
    return (row?.reasons ?? []).map((one) => factsOf[one]).filter((one) => one !== undefined)
  },
  async apply(ctx, { subject, step }, { verdict }, reviewedBy) {
    if (verdict === 'again') return askAgain(ctx, subject, step)
    await updateStep(ctx.tx, subject, step, { reviewedBy })
    await decideStep(ctx, subject, { step, outcome: verdict })
  },
}

/** The facts for the reason with which a step was closed. */
const factsOf: Readonly<Partial<Record<StepReason, FactValues>>> = {
  'spoof-suspected': { liveness: { status: 2 } },
  'document-refused': { documents: { verdict: 'Reprovado' } },
  'faces-differ': { faces: { verdict: 'no-match' } },
  denied: { phones: { denied: true } },
}

type Decided = { readonly step: string; readonly outcome: Exclude<ReviewVerdict, 'again'> }

/** Recomputes the score of a completed link; a link that waited for the decision is completed in the same commit. */
async function decideStep(
  { tx, locked, ...deps }: InCommit<Pick<LinkDeps, 'packs'>>,
  linkId: string,
  { step, outcome }: Decided,
): Promise<void> {
  const [link, steps] = await Promise.all([findLink(tx, linkId), listSteps(tx, linkId)])
  await updateStep(tx, linkId, step, { outcome, reviewedAt: locked.now })
  const isScored = link !== undefined && link.completedAt !== null
  const score = isScored
    ? scoreAfter(await readRoot(tx, deps, link), link, steps, { step, outcome })
    : null
  if (score !== null) await updateLink(tx, linkId, { score })
  append(locked, {
    kind: linkStepReviewed,
    module: step,
    ref: linkId,
    code: outcome,
    ...(score !== null && { reason: String(score) }),
  })
}

/** Reopens the step as if it had been tried once; only results from now on count. */
async function askAgain({ tx, locked }: InCommit, linkId: string, step: string): Promise<void> {
  const link = await findLink(tx, linkId)
  if (!link) return
  const { now } = locked
  await updateStep(tx, linkId, step, {
    outcome: null,
    closedAt: null,
    reasons: [],
    review: false,
    tries: 1,
    // A check that has run this long no longer blocks a new submission, so the person may submit at once.
    sentAt: new Date(now.getTime() - checkMs),
  })
  const expiresAt = new Date(Math.max(link.expiresAt.getTime(), now.getTime() + againMs))
  await updateLink(tx, linkId, { expiresAt })
  append(locked, { kind: linkStepReviewed, module: step, ref: linkId, code: 'again' })
  append(locked, { kind: linkHeld, ref: linkId, dueAt: expiresAt.getTime() })
}

async function updateStep(
  tx: Db,
  linkId: string,
  step: string,
  changed: Partial<typeof linkSteps.$inferInsert>,
): Promise<void> {
  await tx
    .update(linkSteps)
    .set(changed)
    .where(and(eq(linkSteps.linkId, linkId), eq(linkSteps.step, step)))
}

function scoreAfter(
  root: Step,
  { disownedAt }: VerificationLink,
  steps: readonly LinkStep[],
  decided: Decided,
): number {
  const all = personStepsOf(root).flatMap(({ name, key }) =>
    steps
      .filter(({ step }) => step === name)
      .map(({ outcome }) => ({ key, outcome: name === decided.step ? decided.outcome : outcome })),
  )
  return scoreSteps(all, disownedAt !== null)
}

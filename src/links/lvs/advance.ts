// Advances the open link of a locked transaction in every commit, because a reply by callback, a result of the engines
// or the decision of a review may complete it.
import type { LinkDeps } from './deps.ts'
import type { Advance } from '#src/journey/commit/commit.ts'
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import { completeLink } from './complete.ts'
import { judgeFaces } from './judging/judge-faces.ts'
import { expireTask, isAwaited, linkAwaits, linkExpired, linkStepClosed } from './kinds.ts'
import { isOpen, isUndecided } from './rules.ts'
import { followReviews } from './reviews/reviews.ts'
import { isRejected } from './judging/scoring.ts'
import { beginStep, closeStep, type LinkStep, listSteps } from './steps.ts'
import { findLink, toEnds, updateLink, type VerificationLink } from './store.ts'
import { readUnbegun, readWalk, endedThisRound, type Walk } from './read.ts'
import type { StepState } from './walk.ts'

type Deps = Pick<LinkDeps, 'packs' | 'sealer'>

/** Packs are advanced first, then the link with their results, then packs that wait for the link. */
export const advanceWithLinks =
  (deps: Deps): Advance =>
  async (tx, locked) => {
    await deps.packs.advance(tx, locked)
    if (await advanceLink({ ...deps, tx, locked })) await deps.packs.advance(tx, locked)
    await followReviews(tx, locked)
  }

/** True when something was written. A commit without an open link does nothing here. */
async function advanceLink(ctx: InCommit<Deps>): Promise<boolean> {
  const { tx, locked } = ctx
  const open = locked.tasks.find(({ task }) => task === expireTask)
  if (!open || locked.unwritten.length === 0) return false
  const link = await findLink(tx, open.ref)
  if (!link || !isOpen(toEnds(link))) return false
  const rows = await listSteps(tx, link.id)
  const isHeld = rows.some((row) => isUndecided(row.outcome) || isDecidedNow(row, locked))
  const isOver = locked.now.getTime() >= link.expiresAt.getTime()
  if (isOver && !isHeld) return false
  const walk = await readWalk(tx, ctx, link, locked.now.getTime())
  if (link.disownedAt !== null) {
    await completeLink(ctx, link, walk?.steps ?? (await readUnbegun(tx, ctx, link)))
    return true
  }
  if (!walk) return false
  const closed = await closeSteps(tx, locked, walk, rows)
  await noteBegun(tx, locked, walk, rows)
  const steps = await judgeFaces(ctx, link.id, { steps: walk.steps, rows })
  if (steps.some(isRejected)) {
    await completeLink(ctx, link, steps)
    return true
  }
  if (steps.some(({ outcome }) => isUndecided(outcome))) return closed || steps !== walk.steps
  if (walk.position.kind === 'end') await completeLink(ctx, link, steps)
  else if (isOver) await expire(tx, locked, link)
  else return closed
  return true
}

/** Whether this commit has decided the review for which the link waited. */
const isDecidedNow = ({ reviewedAt }: LinkStep, { now }: Locked): boolean =>
  reviewedAt !== null && reviewedAt.getTime() === now.getTime()

async function expire(tx: Db, locked: Locked, { id }: VerificationLink): Promise<void> {
  await updateLink(tx, id, { expiredAt: locked.now })
  append(locked, { kind: linkExpired, ref: id })
}

/** Records when a person first reached a step, for the funnel, and where they are now, for operators. */
async function noteBegun(
  tx: Db,
  locked: Locked,
  { link, position }: Walk,
  rows: readonly LinkStep[],
): Promise<void> {
  if (position.kind === 'end') return
  const module = position.kind === 'step' ? position.step.name : null
  const open = locked.tasks.find(({ task, ref }) => task === expireTask && ref === link.id)
  if (open && !isAwaited(open, module)) append(locked, { kind: linkAwaits, ref: link.id, module })
  if (position.kind !== 'step') return
  const { name } = position.step
  const isNoted = rows.some(({ step, begunAt }) => step === name && begunAt !== null)
  if (!isNoted) await beginStep(tx, link.id, name, locked.now)
}

/** Records steps that have ended by themselves, once each. */
async function closeSteps(
  tx: Db,
  locked: Locked,
  { link, steps }: Walk,
  rows: readonly LinkStep[],
): Promise<boolean> {
  const isClosed = (state: StepState) =>
    rows.some((row) => row.step === state.name && endedThisRound(row, state))
  const closing = steps.filter((step) => step.outcome !== null && !isClosed(step))
  for (const { name, outcome, reasons } of closing) {
    if (outcome === null) continue
    await closeStep(tx, link.id, name, { outcome, reasons, closedAt: locked.now })
    append(locked, { kind: linkStepClosed, module: name, ref: link.id, code: outcome })
  }
  return closing.length > 0
}

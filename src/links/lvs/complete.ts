// Completes a link in the caller’s commit: closes the remaining steps, and computes the score of all.
import type { LinkDeps } from './deps.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { linkCompleted, linkStepClosed } from './kinds.ts'
import { closeStep, type StepResult } from './steps.ts'
import { isUndecided } from './rules.ts'
import { linkScorecard, scoreSteps } from './judging/scoring.ts'
import { updateLink, type VerificationLink } from './store.ts'
import { isAsked, type StepState } from './walk.ts'

/** `steps` are all steps of the link’s pack, even before the consent. */
export async function completeLink(
  { tx, locked, sealer }: InCommit<Pick<LinkDeps, 'sealer'>>,
  link: VerificationLink,
  steps: readonly StepState[],
): Promise<void> {
  const all: StepState[] = []
  for (const step of steps) {
    const rest = restOf(step)
    all.push({ ...step, ...rest })
    if (!rest) continue
    await closeStep(tx, link.id, step.name, { ...rest, closedAt: locked.now })
    append(locked, { kind: linkStepClosed, module: step.name, ref: link.id, code: rest.outcome })
  }
  const score = scoreSteps(all, link.disownedAt !== null)
  const { identifierDate } = await readFields(sealer, locked)
  await updateLink(tx, link.id, {
    score,
    scorecard: linkScorecard,
    completedAt: locked.now,
    identifierDate: identifierDate?.slice(0, 10) ?? locked.createdAt.toISOString().slice(0, 10),
  })
  append(locked, { kind: linkCompleted, ref: link.id, code: String(score), reason: linkScorecard })
}

/** The result of a step when its link ends; null when the step had ended before. */
function restOf(step: StepState): StepResult | null {
  const { moduleStatus, outcome } = step
  // A pending review is no longer needed.
  if (isUndecided(outcome)) return { outcome: 'left-out', reasons: ['link-ended'] }
  if (outcome !== null) return null
  return isAsked(step) || moduleStatus === 'failed'
    ? { outcome: 'left-out', reasons: ['link-ended'] }
    : { outcome: 'not-asked', reasons: ['not-asked'] }
}

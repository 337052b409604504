// Computes the position of a person on a link: a pure function of the run’s modules and the outcomes of its steps.
import type { Counted } from '#src/journey/facts/counted.ts'
import type { PersonStep } from './person-steps.ts'
import type { StepKind, StepOutcome, StepReason } from './rules.ts'

/** How often a step can be submitted; the last result counts even if it does not suffice. */
export const triesMax = 5

/** A check that takes longer has failed for a technical reason, and the person may submit again. */
export const checkMs = 90_000

export type StepState = PersonStep & {
  /** When the run reached the step, epoch ms; null before that. */
  readonly startedAt: number | null
  /** How often the run has reached the step. */
  readonly round: number
  /** Which questions and results count for the step. */
  readonly counted: Counted
  readonly moduleStatus: 'pending' | 'processing' | 'completed' | 'failed' | 'skipped'
  readonly tries: number
  /** Epoch ms of the transaction’s clock; null when nothing was submitted, or when the result exists. */
  readonly checkingSince: number | null
  /** Null while the step is open. */
  readonly outcome: StepOutcome | null
  readonly reasons: readonly StepReason[]
  /** The faults of the last try. */
  readonly hints: readonly StepReason[]
}

export type Position =
  | { readonly kind: 'step'; readonly step: StepState; readonly checking: boolean }
  /** The link waits for something other than the person, after which more steps may follow. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'end' }

/**
 * `runEnded` means that no further module starts; `isStuck` that the run waits only for steps that the person has left
 * out and for the link’s own result.
 */
export function positionOf(
  steps: readonly StepState[],
  {
    runEnded,
    isStuck,
    now,
  }: { readonly runEnded: boolean; readonly isStuck: boolean; readonly now: number },
): Position {
  const step = steps.find(isAsked)
  if (step) return { kind: 'step', step, checking: isChecking(step, now) }
  const mayComeYet = steps.some(({ moduleStatus }) => moduleStatus === 'pending')
  return runEnded || !mayComeYet || isStuck ? { kind: 'end' } : { kind: 'waiting' }
}

/** The steps that ask for further pictures when the existing ones do not suffice. */
const pictures: readonly StepKind[] = ['aiDocs', 'facialBiometrics']

/** Whether the step has begun and is still open. Pictures from before the run count if they suffice. */
export const isAsked = ({ key, moduleStatus, outcome }: StepState): boolean =>
  outcome === null &&
  (moduleStatus === 'processing' || (moduleStatus === 'completed' && pictures.includes(key)))

const isChecking = ({ checkingSince }: StepState, now: number): boolean =>
  checkingSince !== null && now < checkingSince + checkMs

/** The steps that count in "step 2 of 4", without those that this run does not ask for. */
export const listShown = (steps: readonly StepState[]): readonly StepState[] =>
  steps.filter(
    ({ moduleStatus, outcome, tries }) =>
      ['processing', 'failed'].includes(moduleStatus) || outcome !== null || tries > 0,
  )

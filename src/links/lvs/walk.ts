// Computes the position of a person on a link: a pure function of the run's modules and of the outcomes of its steps.
import type { StepKey, StepOutcome, StepReason } from './rules.ts'

/** How often what a step asks can be sent; the last one counts as it is. */
export const triesMax = 5

/** A check that takes longer has failed for a technical reason: the person may send again. */
export const checkMs = 90_000

export type StepState = {
  readonly key: StepKey
  readonly moduleStatus: 'pending' | 'processing' | 'completed' | 'failed' | 'skipped'
  readonly tries: number
  /** Epoch ms of the transaction's clock; null: nothing was sent, or its result is there. */
  readonly checkingSince: number | null
  /** Null: not done with. */
  readonly outcome: StepOutcome | null
  readonly reasons: readonly StepReason[]
}

export type Position =
  | { readonly kind: 'step'; readonly step: StepState; readonly checking: boolean }
  /** Something that is not the person's is awaited, and more may be asked after it. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'end' }

/** `runEnded`: nothing more begins. */
export function positionOf(
  steps: readonly StepState[],
  { runEnded, now }: { readonly runEnded: boolean; readonly now: number },
): Position {
  const step = steps.find(isAsked)
  if (step) return { kind: 'step', step, checking: isChecking(step, now) }
  const mayComeYet = steps.some(({ moduleStatus }) => moduleStatus === 'pending')
  // What a person could not do may be what the rest waits for: then there is nothing more to ask.
  const isStuck = steps.some(
    ({ outcome, moduleStatus }) => outcome !== null && moduleStatus === 'processing',
  )
  return runEnded || !mayComeYet || isStuck ? { kind: 'end' } : { kind: 'waiting' }
}

/** Completed without a result: there is no address or number to send to. */
const messages: readonly StepKey[] = ['emailToken', 'phoneConfirmation']

/** Begun and not done with. Pictures that were there before the run count where they suffice. */
export const isAsked = ({ key, moduleStatus, outcome }: StepState): boolean =>
  outcome === null &&
  (moduleStatus === 'processing' || (moduleStatus === 'completed' && !messages.includes(key)))

const isChecking = ({ checkingSince }: StepState, now: number): boolean =>
  checkingSince !== null && now < checkingSince + checkMs

/** Those that count for "step 2 of 4": what nobody asks of this person is left out. */
export const listShown = (steps: readonly StepState[]): readonly StepState[] =>
  steps.filter(
    ({ moduleStatus, outcome, tries }) =>
      ['processing', 'failed'].includes(moduleStatus) || outcome !== null || tries > 0,
  )

// Computes how far a run has come at its steps.
import type { RowStep } from '#src/packs/document/pack.ts'
import type { Figure, Reach } from './shapes.ts'
import type { ModuleView } from './run-view.ts'

/** A step that was skipped before it started counts as not reached, and an optional module as passed. */
export function reachOfModule(
  { onFailure, fallback }: RowStep,
  seen: ModuleView | undefined,
): Reach {
  switch (seen?.status) {
    case 'completed':
      return 'passed'
    case 'failed':
      return fallback || onFailure === 'fail' || seen.heldUntil ? 'begun' : 'passed'
    case 'skipped':
      return seen.startedAt ? 'passed' : 'untouched'
    case 'processing':
      return 'begun'
    case 'pending':
    case undefined:
      return 'untouched'
  }
}

export function reachOfRow(inner: readonly Figure[]): Reach {
  if (inner.every(({ reach }) => reach === 'passed')) return 'passed'
  return inner[0]?.reach === 'untouched' ? 'untouched' : 'begun'
}

export function reachOfAll(inner: readonly Figure[]): Reach {
  if (inner.every(({ reach }) => reach === 'passed')) return 'passed'
  return inner.every(({ reach }) => reach === 'untouched') ? 'untouched' : 'begun'
}

/**
 * How far a run has come at an answered question: as far as in the branch that it took; without a branch the run either
 * `goesOn` or has ended.
 */
export function reachOfAnswered(taken: Figure | undefined, goesOn: boolean): Reach {
  if (taken) return taken.reach === 'passed' ? 'passed' : 'begun'
  return goesOn ? 'passed' : 'begun'
}

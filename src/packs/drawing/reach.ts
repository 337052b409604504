// How far a run has come at steps.
import type { ModuleStep } from '#src/packs/document/pack.ts'
import type { Figure, Reach } from './shapes.ts'
import type { ModuleView } from './run-view.ts'

/** What was skipped without having begun was not reached; an optional module is passed so. */
export function reachOfModule(
  { onFailure, fallback }: ModuleStep,
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

/** Of a question that is answered: as far as the branch that was taken; without one it `goesOn` or ends the run. */
export function reachOfAnswered(taken: Figure | undefined, goesOn: boolean): Reach {
  if (taken) return taken.reach === 'passed' ? 'passed' : 'begun'
  return goesOn ? 'passed' : 'begun'
}

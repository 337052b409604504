// What comes next in a transaction, from its folded state alone: a workflow that is resumed at any
// point goes on with the same steps.
import { nextSendingSteps, type SendingStep } from '#src/challenges/rules.ts'
import type { State } from './fold.ts'
import type { Pack } from './packs/define.ts'
import { nextPackSteps, type PackStep } from './packs/steps.ts'

export type Step =
  | ({ readonly story: 'email-token' } & SendingStep)
  | ({ readonly story: 'challenge' } & SendingStep)
  | ({ readonly story: 'pack' } & PackStep)

/** Every step that is open and not under way, the earliest due first; `dueAt` null is due at once. */
export function nextSteps(
  state: State,
  documents: ReadonlyMap<string, Pack>,
  running: ReadonlySet<string> = new Set(),
): Step[] {
  if (state.erased) return []
  const steps: Step[] = [
    ...nextSendingSteps(state.emailToken, running).map((step) => ({
      story: 'email-token' as const,
      ...step,
    })),
    ...nextSendingSteps(state.challenges, running).map((step) => ({
      story: 'challenge' as const,
      ...step,
    })),
    ...nextPackSteps(state.packs, documents).map((step) => ({ story: 'pack' as const, ...step })),
  ]
  return steps
    .filter(({ key }) => !running.has(key) && !state.failed.includes(key))
    .toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0))
}

// Each step told by the capability that it belongs to.
import type { Entry } from '#src/journal/entry.ts'
import { quick } from './calls.ts'
import { isSlowChallenge, performChallenge } from './challenge.ts'
import { isSlowEmailToken, performEmailToken } from './email-token.ts'
import type { Pack } from './packs/define.ts'
import { giveUpPack, performPack } from './packs/run.ts'
import type { Step } from './steps.ts'

/** Whether a step calls a vendor: those run beside the others. */
export function isSlow(step: Step): boolean {
  switch (step.story) {
    case 'email-token':
      return isSlowEmailToken(step)
    case 'challenge':
      return isSlowChallenge(step)
    case 'pack':
      return false
  }
}

export function perform(
  id: string,
  step: Step,
  documents: Map<string, Pack>,
): Promise<readonly Entry[]> {
  switch (step.story) {
    case 'email-token':
      return performEmailToken(id, step)
    case 'challenge':
      return performChallenge(id, step)
    case 'pack':
      return performPack(id, step, documents)
  }
}

/** Says in the journal that a step keeps failing, so that the rest of the transaction can go on. */
export function giveUp(id: string, step: Step): Promise<readonly Entry[]> {
  if (step.story === 'pack' && step.kind === 'run-module') return giveUpPack(id, step)
  return quick(`give up ${step.kind}`).failStory({
    id,
    module: step.story,
    ref: step.ref,
    step: step.key,
  })
}

// Handles operators' updates from the Temporal UI ("Send an Update"): the acts of the API, for an open run.
import { ApplicationFailure, currentUpdateInfo, setHandler } from '@temporalio/workflow'
import type { Act } from '#src/journey/transaction/rules.ts'
import type { Executor } from './executor.ts'
import { type ActUpdate, actUpdates } from './messages.ts'

const descriptions: Readonly<Record<Act, string>> = {
  pause: 'Pause: nothing is sent or bought until it is resumed. {"reason": "a-code"}',
  resume: 'Resume: each task is due when it was. {"reason": "a-code"}',
  'try-now': 'Try at once what was put off. {"reason": "a-code"}',
  end: 'End what is open; what was claimed is looked up. {"reason": "a-code"}',
}

const names = ['pause', 'resume', 'try-now', 'end'] as const satisfies readonly Act[]

/** Registers all handlers before the workflow first waits; otherwise an update sent with the start would be refused. */
export function answerUpdates(executor: Executor): void {
  for (const act of names) {
    const handler = async ({ reason }: ActUpdate) => {
      const { id: update = '' } = currentUpdateInfo() ?? {}
      return executor.acts.add({ act, reason, update })
    }
    setHandler(actUpdates[act], handler, { validator, description: descriptions[act] })
  }
}

/** A refused update leaves no history, so a mistyped text is not stored. */
function validator(asked?: ActUpdate): void {
  const reason: unknown = asked?.reason
  if (typeof reason === 'string' && /^[a-z0-9-]{1,40}$/.test(reason)) return
  throw ApplicationFailure.nonRetryable(
    'Say why as a code, {"reason": "bureau-down"}: small letters, digits and hyphens, 40 at most. It stays in the history; the API takes a sentence.',
    'validation-failed',
  )
}

// After a commit: tell the transaction's workflow that there is something to look at. Nothing hangs on
// a nudge, because the sweep sends another for whatever nobody has seen.
import type { Client } from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import type { Owner } from '#src/transaction/locked.ts'
import {
  nudge as nudgeSignal,
  searchAttributes,
  workflowId,
  workflowType,
} from '#workflows/messages.ts'

export type Nudged = Owner & { readonly id: string }

export type NudgeOutcome = 'sent' | 'merged' | 'failed'

export type Nudger = {
  /** Returns at once; several nudges of one transaction become one in flight and one trailing. */
  nudge(transaction: Nudged): void
  /** Resolves when the nudges that are in flight now have ended; later ones are not waited for. */
  drain(): Promise<void>
}

type Options = {
  readonly client: Client
  readonly taskQueue: string
  /** How long one nudge may take before it is left to the sweep. */
  readonly deadlineMs?: number
  readonly count?: (outcome: NudgeOutcome) => void
}

export function createNudger({ client, taskQueue, deadlineMs = 3_000, count }: Options): Nudger {
  const inFlight = new Map<string, { again: boolean }>()
  const running = new Set<Promise<void>>()

  async function run(transaction: Nudged, state: { again: boolean }): Promise<void> {
    do {
      state.again = false
      await send(transaction)
    } while (state.again)
    inFlight.delete(transaction.id)
  }

  async function send({ id, tenant }: Nudged): Promise<void> {
    try {
      await client.withDeadline(Date.now() + deadlineMs, () =>
        client.workflow.signalWithStart(workflowType, {
          workflowId: workflowId(id),
          taskQueue,
          args: [{ id }],
          signal: nudgeSignal,
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          // A dead worker's task is given to another after 3 s, not 10.
          workflowTaskTimeout: '3s',
          staticSummary: 'identity verification transaction',
          typedSearchAttributes: new TypedSearchAttributes([
            { key: searchAttributes.tenant, value: tenant },
            { key: searchAttributes.status, value: 'open' },
          ]),
        }),
      )
      count?.('sent')
    } catch {
      count?.('failed')
    }
  }

  return {
    nudge(transaction) {
      const state = inFlight.get(transaction.id)
      if (state) {
        state.again = true
        count?.('merged')
        return
      }
      const fresh = { again: false }
      inFlight.set(transaction.id, fresh)
      const done = run(transaction, fresh).finally(() => running.delete(done))
      running.add(done)
    },
    async drain() {
      await Promise.allSettled(running)
    },
  }
}

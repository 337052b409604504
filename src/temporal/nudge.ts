// After a commit: tell the transaction's workflow that there is something to look at. Nothing hangs on
// a nudge, because the sweep sends another for whatever nobody has seen.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import type { Owner } from '#src/transaction/locked.ts'
import {
  nudge as nudgeSignal,
  searchAttributes,
  workflowId,
  workflowType,
} from '#workflows/messages.ts'

/** `soon`: nothing to do in time, so that it may wait for the next nudge of the transaction. */
export type Nudged = Owner & { readonly id: string; readonly woken?: 'now' | 'soon' | false }

export type NudgeOutcome = 'sent' | 'merged' | 'failed'

export type Nudger = {
  /**
   * Returns at once; several nudges of one transaction become one in flight and one trailing. What is
   * `soon` is held back for a moment, and goes with whatever nudge of its transaction comes next.
   */
  nudge(transaction: Nudged): void
  /**
   * Sends what is held back, and resolves when the nudges that are in flight then have ended; later ones
   * are not waited for.
   */
  drain(): Promise<void>
}

type Options = {
  readonly client: Client
  readonly taskQueue: string
  /** How long one nudge may take before it is left to the sweep. */
  readonly deadlineMs?: number
  /** How long a nudge that has time is held back; much less than the sweep waits for it. */
  readonly soonMs?: number
  readonly count?: (outcome: NudgeOutcome) => void
}

/**
 * A workflow task under way (3 s at most) takes 100 signals, then the server ends it. So of one
 * transaction so many nudges go out as they come, and those that follow within a second are spaced.
 */
const burst = 5
const spacingMs = 250
const forgetMs = 1_000

/** Each takes a timer: beyond, nudges are sent at once. */
const heldMax = 10_000

export function createNudger({
  client,
  taskQueue,
  deadlineMs = 3_000,
  soonMs = 500,
  count,
}: Options): Nudger {
  const inFlight = new Map<string, { again: boolean }>()
  const running = new Set<Promise<void>>()
  const held = new Map<string, { timer: NodeJS.Timeout; transaction: Nudged }>()
  const recent = new Map<string, { sent: number; timer: NodeJS.Timeout }>()
  let hurry = new AbortController()

  async function run(transaction: Nudged, state: { again: boolean }): Promise<void> {
    do {
      if (isFlood(transaction.id)) await sleep(spacingMs, undefined, hurry).catch(() => undefined)
      state.again = false
      await send(transaction)
    } while (state.again)
    inFlight.delete(transaction.id)
  }

  function isFlood(id: string): boolean {
    const before = recent.get(id)
    clearTimeout(before?.timer)
    const timer = setTimeout(() => recent.delete(id), forgetMs).unref()
    const sent = (before?.sent ?? 0) + 1
    recent.set(id, { sent, timer })
    return sent > burst
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

  function start(transaction: Nudged): void {
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
  }

  function release(id: string): boolean {
    clearTimeout(held.get(id)?.timer)
    return held.delete(id)
  }

  function hold(transaction: Nudged): void {
    const { id } = transaction
    if (held.has(id)) return count?.('merged')
    const timer = setTimeout(() => {
      release(id)
      start(transaction)
    }, soonMs)
    held.set(id, { timer: timer.unref(), transaction })
  }

  return {
    nudge(transaction) {
      if (transaction.woken === 'soon' && held.size < heldMax) return hold(transaction)
      if (release(transaction.id)) count?.('merged')
      start(transaction)
    },
    async drain() {
      for (const { transaction } of held.values()) {
        release(transaction.id)
        start(transaction)
      }
      hurry.abort()
      hurry = new AbortController()
      await Promise.allSettled(running)
    },
  }
}

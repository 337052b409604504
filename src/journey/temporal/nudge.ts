// After a commit: tell the transaction's workflow that there is something to look at. Nothing hangs on a
// nudge, because the sweep sends another where one was lost.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, isGrpcServiceError } from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import type { Log } from '#src/platform/log.ts'
import type { Mode } from '#src/journey/transaction/rules.ts'
import {
  nudge as nudgeSignal,
  searchAttributes,
  workflowId,
  workflowType,
} from '#workflows/messages.ts'
import { priorityOf } from './priority.ts'

export type Nudged = { readonly id: string; readonly tenant: string; readonly mode: Mode }

export type NudgeOutcome = 'sent' | 'merged' | 'failed'

export type Nudger = {
  /** Returns at once; several nudges of one transaction become one in flight and one trailing. */
  nudge(transaction: Nudged): void
  /** Resolves when the nudges that are in flight or trail them have ended; later ones are not waited for. */
  drain(): Promise<void>
}

/** What is under way of one transaction. */
type Flight = {
  again: boolean
  isOver: boolean
  /** How many nudges have ended, and whom to tell of the next one. */
  ended: number
  next: PromiseWithResolvers<void>
}

type Options = {
  readonly client: Client
  readonly taskQueue: string
  readonly log: Pick<Log, 'warn'>
  /** How long one nudge may take before it is left to the sweep. */
  readonly deadlineMs?: number
  readonly count?: (outcome: NudgeOutcome) => void
}

/**
 * A workflow task under way (a few seconds) takes 100 signals, then the server ends it. So of one
 * transaction so many nudges go out as they come, and those that follow within a second are spaced.
 */
const burst = 5
const spacingMs = 250
const forgetMs = 1_000

export function createNudger({ deadlineMs = 3_000, ...options }: Options): Nudger {
  const { client, taskQueue, log, count } = options
  const inFlight = new Map<string, Flight>()
  const recent = new Map<string, { sent: number; timer: NodeJS.Timeout }>()
  let hurry = new AbortController()

  async function run(transaction: Nudged, state: Flight): Promise<void> {
    do {
      if (isFlood(transaction.id)) await sleep(spacingMs, undefined, hurry).catch(() => undefined)
      state.again = false
      await send(transaction)
      if (!state.again) {
        state.isOver = true
        inFlight.delete(transaction.id)
      }
      state.ended += 1
      const { resolve } = state.next
      state.next = Promise.withResolvers()
      resolve()
    } while (!state.isOver)
  }

  /** The one in flight and the one that trails it, and not those that follow however long. */
  async function untilEnded(state: Flight): Promise<void> {
    const known = state.ended + (state.again ? 2 : 1)
    while (!state.isOver && state.ended < known) await state.next.promise
  }

  function isFlood(id: string): boolean {
    const before = recent.get(id)
    clearTimeout(before?.timer)
    const timer = setTimeout(() => recent.delete(id), forgetMs).unref()
    const sent = (before?.sent ?? 0) + 1
    recent.set(id, { sent, timer })
    return sent > burst
  }

  async function send(transaction: Nudged): Promise<void> {
    try {
      await client.withDeadline(Date.now() + deadlineMs, () =>
        client.workflow.signalWithStart(workflowType, {
          ...startOptions(transaction, taskQueue),
          workflowIdConflictPolicy: 'USE_EXISTING',
        }),
      )
      count?.('sent')
    } catch (error) {
      count?.('failed')
      log.warn(
        { transaction: transaction.id, code: codeOf(error) },
        'nudge failed, left to the sweep',
      )
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
      const fresh = { again: false, isOver: false, ended: 0, next: Promise.withResolvers<void>() }
      inFlight.set(transaction.id, fresh)
      void run(transaction, fresh)
    },
    async drain() {
      hurry.abort()
      hurry = new AbortController()
      await Promise.all([...inFlight.values()].map(untilEnded))
    },
  }
}

/** With the server's own time limit of a workflow task, 10 s: a shorter one ends tasks whose heartbeat is late. */
export const startOptions = ({ id, tenant, mode }: Nudged, taskQueue: string) =>
  ({
    workflowId: workflowId(id),
    taskQueue,
    args: [{ id }],
    signal: nudgeSignal,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    priority: priorityOf(mode, tenant),
    staticSummary: 'identity verification transaction',
    typedSearchAttributes: new TypedSearchAttributes([
      { key: searchAttributes.tenant, value: tenant },
      { key: searchAttributes.status, value: 'open' },
    ]),
  }) as const

/** gRPC's number, or the class of the error: its words may quote anything. */
export function codeOf(error: unknown): string {
  const cause = error instanceof Error && isGrpcServiceError(error.cause) ? error.cause : error
  if (isGrpcServiceError(cause)) return `grpc-${cause.code}`
  return error instanceof Error ? error.name : 'unknown'
}

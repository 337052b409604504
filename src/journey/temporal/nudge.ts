// After a commit, tells the transaction's workflow to look at its agenda. Nothing depends on a nudge, because the sweep
// sends another when one was lost.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Client,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client'
import type { Left } from '#src/journey/transaction/task.ts'
import type { Log } from '#src/platform/log.ts'
import {
  nudge as nudgeSignal,
  type NudgeCode,
  type FirstAgenda,
  type TransactionInput,
  workflowId,
  workflowType,
} from '#workflows/messages.ts'
import { aboutOf, attributesOf, detailsOf, type Nudged, summaryOf } from './nudge-target.ts'
import { priorityOf } from './queues.ts'
import { type Attributes, allThere } from './search-attributes.ts'

export type NudgeOutcome = 'sent' | 'merged' | 'failed'

export type Nudger = {
  /** Returns at once; several nudges of one transaction become one in flight and one trailing. */
  nudge(transaction: Nudged): void
  /** Resolves when the nudges in flight, and those queued behind them, have ended; later ones are not awaited. */
  drain(): Promise<void>
}

/** The nudge of one transaction that is in flight. */
type Flight = {
  /** The transaction as the latest nudge described it, because the trailing nudge sends that. */
  transaction: Nudged
  again: boolean
  isOver: boolean
  /** How many nudges of the transaction have ended, and a promise for the end of the next one. */
  ended: number
  next: PromiseWithResolvers<void>
}

type Options = {
  readonly client: Client
  readonly taskQueue: string
  readonly log: Pick<Log, 'warn'>
  readonly attributes?: Attributes
  /** The address of the service's pages, where a started run says that its transaction is shown. */
  readonly pagesUrl?: string
  /** How long one nudge may take before it is left to the sweep. */
  readonly deadlineMs?: number
  readonly count?: (outcome: NudgeOutcome) => void
  /** Makes the agenda that a run begins with from this process's settings; undefined makes the run read first. */
  readonly tell?: (left: Left | undefined) => FirstAgenda | undefined
}

/**
 * The server ends a workflow task that takes 100 signals while it is under way (a few seconds). So the first few nudges
 * of a transaction go out at once, and further ones within a second are spaced.
 */
const burst = 5
const spacingMs = 250
const forgetMs = 1_000

export function createNudger({ deadlineMs = 3_000, ...options }: Options): Nudger {
  const {
    client,
    taskQueue,
    log,
    count,
    pagesUrl,
    tell: toFirstAgenda,
    attributes = allThere,
  } = options
  const inFlight = new Map<string, Flight>()
  const recent = new Map<string, { sent: number; timer: NodeJS.Timeout }>()
  let hurry = new AbortController()

  async function run(state: Flight): Promise<void> {
    const { id } = state.transaction
    // Only the first nudge can start a run and bring it the agenda; a trailing nudge finds that run.
    let told = toFirstAgenda?.(state.transaction.left)
    do {
      if (isFlood(id)) await sleep(spacingMs, undefined, hurry).catch(() => undefined)
      state.again = false
      await send(state.transaction, told)
      told = undefined
      if (!state.again) {
        state.isOver = true
        inFlight.delete(id)
      }
      state.ended += 1
      const { resolve } = state.next
      state.next = Promise.withResolvers()
      resolve()
    } while (!state.isOver)
  }

  /** Waits for the nudge in flight and the one that trails it, but not for later ones. */
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

  async function send(transaction: Nudged, told: FirstAgenda | undefined): Promise<void> {
    try {
      await client.withDeadline(Date.now() + deadlineMs, async () => {
        if (transaction.isEmpty) return tell(client, transaction)
        await attributes.ask()
        const on = { taskQueue, pagesUrl, lacking: attributes.lacking() }
        const options = startOptions(transaction, on)
        if (told && (await begin(client, transaction, { options, told }))) return
        const { by = 'sweep' } = transaction
        await client.workflow.signalWithStart(workflowType, {
          ...options,
          ...signalled(by),
          workflowIdConflictPolicy: 'USE_EXISTING',
        })
      })
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
        state.transaction = transaction
        count?.('merged')
        return
      }
      const next = Promise.withResolvers<void>()
      const fresh = { transaction, again: false, isOver: false, ended: 0, next }
      inFlight.set(transaction.id, fresh)
      void run(fresh)
    },
    async drain() {
      hurry.abort()
      hurry = new AbortController()
      await Promise.all([...inFlight.values()].map(untilEnded))
    },
  }
}

/**
 * Starts without a signal, which would add an event to the history and a call into the sandbox. Resolves to false when
 * a run is open already.
 */
async function begin(
  client: Client,
  { by }: Nudged,
  {
    options,
    told,
  }: { readonly options: ReturnType<typeof startOptions>; readonly told: FirstAgenda },
): Promise<boolean> {
  const { args, ...others } = options
  const [input] = args
  try {
    await client.workflow.start(workflowType, {
      ...others,
      args: [{ ...input, ...(by !== undefined && { by }), told }],
      workflowIdConflictPolicy: 'FAIL',
    })
    return true
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false
    throw error
  }
}

/** Signals an open run, and starts none, because no task is left. */
async function tell(client: Client, { id, by = 'sweep' }: Nudged): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId(id)).signal(nudgeSignal, by)
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}

type StartedOn = {
  readonly taskQueue: string
  readonly pagesUrl?: string | undefined
  /** The search attributes that the namespace lacks. */
  readonly lacking: readonly string[]
}

/** The signal for a start that signals as well. */
export const signalled = (by: NudgeCode) =>
  ({ signal: nudgeSignal, signalArgs: [by] as [NudgeCode] }) as const

const inputOf = (nudged: Nudged, pagesUrl: string | undefined): TransactionInput => ({
  id: nudged.id,
  about: aboutOf(nudged, pagesUrl),
  ...(nudged.isCounted && { anew: 'ended' }),
})

/**
 * Uses the server's own time limit of a workflow task, 10 s, because a shorter one ends tasks whose heartbeat is late.
 */
export const startOptions = (nudged: Nudged, { taskQueue, pagesUrl, lacking }: StartedOn) =>
  ({
    workflowId: workflowId(nudged.id),
    taskQueue,
    args: [inputOf(nudged, pagesUrl)] as [TransactionInput],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    priority: priorityOf(nudged.mode, nudged.tenant),
    staticSummary: summaryOf(nudged),
    ...(pagesUrl !== undefined && { staticDetails: detailsOf(nudged, pagesUrl) }),
    typedSearchAttributes: attributesOf(nudged, lacking),
  }) as const

/** The gRPC status number or the error's class, because the message may quote anything. */
export function codeOf(error: unknown): string {
  const cause = error instanceof Error && isGrpcServiceError(error.cause) ? error.cause : error
  if (isGrpcServiceError(cause)) return `grpc-${cause.code}`
  return error instanceof Error ? error.name : 'unknown'
}

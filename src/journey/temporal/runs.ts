// Asks the Temporal server about the runs of transactions, and replaces runs without a living worker.
import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import type { Log } from '#src/platform/log.ts'
import {
  type AnewReason,
  type NothingLeft,
  nudge,
  workflowId,
  workflowType,
} from '#workflows/messages.ts'
import { codeOf, signalled, startOptions } from './nudge.ts'
import type { Nudged } from './nudge-target.ts'
import { type Attributes, allThere } from './search-attributes.ts'
import { hostname } from 'node:os'

export type TemporalRuns = {
  /** The state of the newest run; undefined while the server cannot be asked. */
  find(id: string): Promise<RunState | undefined>
  /**
   * Ends an open run and begins another. `ends` is the id of a run that an operator has cancelled. False when it is
   * unknown whether the new run was begun, so that the next sweep looks.
   */
  beginAnew(transaction: Nudged, reason: AnewReason, ends?: string): Promise<boolean>
  /** Signals a run that it has nothing left to do. False when it is unknown whether the signal arrived. */
  close(id: string, left: NothingLeft): Promise<boolean>
  /**
   * Lets any worker take the run's next task, instead of waiting for the worker that had the last one. A failure costs
   * only that wait of two seconds.
   */
  unstick(id: string): Promise<void>
}

type Options = {
  readonly client: Client
  readonly taskQueue: string
  readonly log: Pick<Log, 'warn'>
  readonly attributes?: Attributes
  /** The address of the service's pages. */
  readonly pagesUrl?: string
  /** Whether a worker's process is surely dead; without this function that is always unknown. */
  readonly isGone?: (process: number) => Promise<boolean>
}

const deadlineMs = 3_000

export function createRuns(options: Options): TemporalRuns {
  const { client, taskQueue, log, pagesUrl, isGone, attributes = allThere } = options
  /** Resolves to undefined and logs a line when the work fails. */
  async function tried<T>(id: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await client.withDeadline(Date.now() + deadlineMs, work)
    } catch (error) {
      log.warn({ transaction: id, code: codeOf(error) }, 'a run could not be asked about')
      return undefined
    }
  }
  /** Asks only about a task that a worker has taken: a waiting or queued run has no holder. */
  async function find(id: string): Promise<RunState | undefined> {
    const state = await tried(id, () => readRunState(client, workflowId(id)))
    if (!isGone || !state?.isOpen || state.startedAt === null) return state
    const holder = await tried(id, () => readHolder(client, workflowId(id)))
    return holder !== undefined && (await isGone(holder)) ? { ...state, isHolderGone: true } : state
  }
  return {
    find,
    async close(id, left) {
      const told = await tried(id, async () => {
        try {
          await client.workflow.getHandle(workflowId(id)).signal(nudge, 'closed', left)
        } catch (error) {
          // A missing workflow has ended already, which is what the signal asks for.
          if (!(error instanceof WorkflowNotFoundError)) throw error
        }
        return true
      })
      return told === true
    },
    async unstick(id) {
      const { namespace } = client.options
      const execution = { workflowId: workflowId(id) }
      await tried(id, () => client.workflowService.resetStickyTaskQueue({ namespace, execution }))
    },
    async beginAnew(transaction, anew, ends) {
      const begun = await tried(transaction.id, async () => {
        await attributes.ask()
        const on = { taskQueue, pagesUrl, lacking: attributes.lacking() }
        const { args, ...options } = startOptions(transaction, on)
        return client.workflow.signalWithStart(workflowType, {
          ...options,
          ...signalled(transaction.by ?? 'sweep'),
          args: [{ ...args[0], anew, ...(ends !== undefined && { ends }) }],
          workflowIdConflictPolicy: 'TERMINATE_EXISTING',
        })
      })
      return begun !== undefined
    },
  }
}

/** A workflow that the server does not know has ended. */
export async function readRunState(client: Client, id: string): Promise<RunState> {
  try {
    const { status, raw, runId } = await client.workflow.getHandle(id).describe()
    const task = raw.pendingWorkflowTask
    const { attempt, startedTime } = task ?? {}
    const startedAt = startedTime?.seconds
      ? Number(startedTime.seconds) * 1_000 + (startedTime.nanos ?? 0) / 1e6
      : null
    const isQueued = Boolean(task) && startedAt === null
    const isOpen = status.name === 'RUNNING'
    const isCancelled = isOpen && raw.workflowExtendedInfo?.cancelRequested === true
    const state = { runId, isOpen, attempt: attempt ?? 0, startedAt, isQueued }
    return isCancelled ? { ...state, cancelledRun: runId } : state
  } catch (error) {
    if (error instanceof WorkflowNotFoundError)
      return { isOpen: false, attempt: 0, startedAt: null, isQueued: false }
    throw error
  }
}

/**
 * The process that has taken the run's workflow task, by the run's last event; undefined when none of our processes
 * has.
 */
async function readHolder(client: Client, id: string): Promise<number | undefined> {
  const { namespace } = client.options
  // Events that arrive while a worker has the task are written after its completion, so until then the start of the
  // task is the last event.
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace,
    execution: { workflowId: id },
    maximumPageSize: 1,
  })
  return processOf(history?.events?.[0]?.workflowTaskStartedEventAttributes?.identity ?? '')
}

// Finds the process of a workflow task: the identity of each worker, which the server shows, ends with the number of
// its process.

/** For example `4711@host#17`; without a number, as the SDK names a worker: `4711@host`. */
export function identityOf(number: number | undefined): string {
  const plain = `${process.pid}@${hostname()}`
  return number === undefined ? plain : `${plain}#${number}`
}

/** Undefined for the identity of a worker that is not ours. */
function processOf(identity: string): number | undefined {
  const [, number] = /@.*#([1-9]\d{0,9})$/.exec(identity) ?? []
  return number === undefined ? undefined : Number(number)
}

/** The state of a transaction's newest run, as the server tells it. */
export type RunState = {
  /** Undefined when the server knows no run. */
  readonly runId?: string
  readonly isOpen: boolean
  /** The try that the workflow task is in, and since when a worker has had it, by wall time. */
  readonly attempt: number
  readonly startedAt: number | null
  /** The run's workflow task waits for a worker. */
  readonly isQueued: boolean
  /** The id of the run if an operator has cancelled it: open tasks are then to be ended. */
  readonly cancelledRun?: string
  /** The process that has the run's workflow task is surely dead. */
  readonly isHolderGone?: boolean
}

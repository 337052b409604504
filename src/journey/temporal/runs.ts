// What the server knows of the runs of transactions, and another run in the place of one that nobody works at.
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
   * Ends an open run. `ends`: an operator has cancelled that one. False: nobody knows whether another was begun, and the
   * next sweep looks.
   */
  beginAnew(transaction: Nudged, reason: AnewReason, ends?: string): Promise<boolean>
  /** Tells a run that nothing is left for it. False: nobody knows whether it was told. */
  close(id: string, left: NothingLeft): Promise<boolean>
  /** Its next task goes to any worker, and does not wait for the one that had it last. A failure costs those two seconds. */
  unstick(id: string): Promise<void>
}

type Options = {
  readonly client: Client
  readonly taskQueue: string
  readonly log: Pick<Log, 'warn'>
  readonly attributes?: Attributes
  /** Where the pages are. */
  readonly pagesUrl?: string
  /** Whether a worker's process is surely dead; without it nobody can say. */
  readonly isGone?: (process: number) => Promise<boolean>
}

const deadlineMs = 3_000

export function createRuns(options: Options): TemporalRuns {
  const { client, taskQueue, log, pagesUrl, isGone, attributes = allThere } = options
  /** Undefined when it fails, with a line in the log. */
  async function tried<T>(id: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await client.withDeadline(Date.now() + deadlineMs, work)
    } catch (error) {
      log.warn({ transaction: id, code: codeOf(error) }, 'a run could not be asked about')
      return undefined
    }
  }
  /** Asked only of a task that somebody has: a run that waits, or is queued, has no holder. */
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
          // The workflow may have ended meanwhile, which is all that the signal asks for.
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

/** A workflow that the server does not know is one that has ended. */
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

/** The process that has the run's workflow task, as the run's last event says; undefined: nobody has, or none of ours. */
async function readHolder(client: Client, id: string): Promise<number | undefined> {
  const { namespace } = client.options
  // What comes while a worker has the task is written behind its end: so its start is the last event.
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace,
    execution: { workflowId: id },
    maximumPageSize: 1,
  })
  return processOf(history?.events?.[0]?.workflowTaskStartedEventAttributes?.identity ?? '')
}

// Which process has a workflow task: the identity of each worker, which the server shows, ends with its number.

/** `4711@host#17`; of a process without a number, as the SDK names it: `4711@host`. */
export function identityOf(number: number | undefined): string {
  const plain = `${process.pid}@${hostname()}`
  return number === undefined ? plain : `${plain}#${number}`
}

/** Undefined for what is none of ours. */
function processOf(identity: string): number | undefined {
  const [, number] = /@.*#([1-9]\d{0,9})$/.exec(identity) ?? []
  return number === undefined ? undefined : Number(number)
}

/** What the server says of a transaction's newest run. */
export type RunState = {
  /** Undefined: the server knows of none. */
  readonly runId?: string
  readonly isOpen: boolean
  /** Which try its workflow task is in, and since when a worker has had it, by wall time. */
  readonly attempt: number
  readonly startedAt: number | null
  /** Its workflow task waits for a worker. */
  readonly isQueued: boolean
  /** Its id, where an operator has cancelled it: what is open is to be ended. */
  readonly cancelledRun?: string
  /** The process that has its workflow task is surely dead. */
  readonly isHolderGone?: boolean
}

// How the workflow calls activities: time limits, retries, and a summary for the Temporal UI.
import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  TemporalFailure,
  workflowInfo,
} from '@temporalio/workflow'
import type { AgendaActivities } from '#activities/signatures.ts'
import type { Task, TaskAnswer, TaskRequest } from '#src/journey/transaction/task.ts'
import { engineQueue } from './messages.ts'

/**
 * One attempt: for another one the workflow waits on a timer, because a retry inside a local activity would keep the
 * workflow task open. With `taskMs`, these limits keep a task shorter than the 8 s after which it needs a heartbeat.
 */
const local = {
  startToCloseTimeout: '2s',
  scheduleToCloseTimeout: '2500ms',
  retry: { maximumAttempts: 1 },
} as const

/** Calls activities on our own database. */
export const ask = (summary: string) =>
  proxyLocalActivities<AgendaActivities>({ ...local, summary })

type Tasks<Answer> = { [name: string]: (asked: TaskRequest) => Promise<Answer> }

/**
 * The activity is named by what its task does, if that is given; the worker then gets the task's own name as an
 * argument.
 */
const named = ({ task, does }: Task, asked: TaskRequest) =>
  does === undefined ? { type: task, asked } : { type: does, asked: { ...asked, task } }

/** One attempt, because the agenda decides whether the task runs again. */
export async function runLocal(task: Task, to: TaskRequest): Promise<TaskAnswer | undefined> {
  const { type, asked } = named(task, to)
  const tasks = proxyLocalActivities<Tasks<TaskAnswer>>({ ...local, summary: asked.key })
  return tasks[type]?.(asked)
}

/** Runs a long task on the engines' queue; one attempt, because its result is in the journal. */
export async function runEngine(task: Task, to: TaskRequest): Promise<void> {
  const { type, asked } = named(task, to)
  const tasks = proxyActivities<Tasks<void>>({
    taskQueue: engineQueue(workflowInfo().taskQueue),
    startToCloseTimeout: '60s',
    heartbeatTimeout: '4s',
    retry: { maximumAttempts: 1 },
    cancellationType: 'TRY_CANCEL',
    summary: asked.key,
  })
  await tasks[type]?.(asked)
}

export function rethrowOthers(error: unknown): void {
  if (!(error instanceof TemporalFailure) || isCancellation(error)) throw error
}

/** An outage does not count against the task, nor does a task that only a newer worker knows. */
export function countsAsFailure(error: unknown): boolean {
  // A local activity's failure arrives without a wrapper.
  const cause = error instanceof ActivityFailure ? error.cause : error
  if (!(cause instanceof ApplicationFailure)) return false
  return cause.type !== 'unavailable' && cause.type !== 'unknown-task'
}

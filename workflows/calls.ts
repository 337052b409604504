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
 * Inside the workflow task, once: the workflow waits on a timer for another try, because one that waits inside a local
 * activity keeps the task open. With `taskMs` these limits keep a task below the 8 s after which it needs a heartbeat.
 */
const local = {
  startToCloseTimeout: '2s',
  scheduleToCloseTimeout: '2500ms',
  retry: { maximumAttempts: 1 },
} as const

/** On our own database. */
export const ask = (summary: string) =>
  proxyLocalActivities<AgendaActivities>({ ...local, summary })

type Tasks<Answer> = { [name: string]: (asked: TaskRequest) => Promise<Answer> }

/** By what it does, where that is said; the worker is told the task's own name then. */
const named = ({ task, does }: Task, asked: TaskRequest) =>
  does === undefined ? { type: task, asked } : { type: does, asked: { ...asked, task } }

/** Once: whether it runs again the agenda says. */
export async function runLocal(task: Task, to: TaskRequest): Promise<TaskAnswer | undefined> {
  const { type, asked } = named(task, to)
  const tasks = proxyLocalActivities<Tasks<TaskAnswer>>({ ...local, summary: asked.key })
  return tasks[type]?.(asked)
}

/** Work that lasts, on the engines' queue; once, because what became of it is in the journal. */
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

/** Neither an outage nor a task that only a newer worker knows counts against the task. */
export function countsAsFailure(error: unknown): boolean {
  // A local activity's failure comes as it was thrown, without a wrapper.
  const cause = error instanceof ActivityFailure ? error.cause : error
  if (!(cause instanceof ApplicationFailure)) return false
  return cause.type !== 'unavailable' && cause.type !== 'unknown-task'
}

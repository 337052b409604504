// Makes an activity of each task of the capabilities, under the task's name.
import { Context } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import { runEngineTask, runTask, type TaskDeps } from '#src/journey/commit/run-task.ts'
import type { TaskAnswer, TaskAsked } from '#src/journey/agenda/task.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'

type Activity = (asked: TaskAsked) => Promise<TaskAnswer | void>

/** Local tasks, for the workflows' worker; `default` answers for those that only a newer one knows. */
export function localActivities(
  deps: TaskDeps,
  tasks: readonly TaskDefinition[],
): Record<string, Activity> {
  const known = tasks
    .filter(({ lane }) => lane === 'local')
    .map((task): [string, Activity] => [
      task.name,
      (asked) => runTask(deps, task, asked, Context.current().cancellationSignal),
    ])
  return { ...Object.fromEntries(known), default: unknown }
}

/** Engine tasks, for the engines' worker: they beat, so that a dead worker is noticed in seconds. */
export function engineActivities(
  deps: TaskDeps,
  tasks: readonly TaskDefinition[],
): Record<string, Activity> {
  const known = tasks
    .filter(({ lane }) => lane === 'engine')
    .map((task): [string, Activity] => [
      task.name,
      (asked) =>
        beating(() => runEngineTask(deps, task, asked, Context.current().cancellationSignal)),
    ])
  return { ...Object.fromEntries(known), default: unknown }
}

/** Held by the workflow until a worker comes that knows it, and never counted as a failure. */
const unknown = async (): Promise<never> => {
  throw ApplicationFailure.nonRetryable('this worker does not know the task', 'unknown-task')
}

/** Beats carry nothing. */
async function beating<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current()
  const timer = setInterval(() => context.heartbeat(), 1_000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

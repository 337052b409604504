// Makes an activity of each task of the capabilities, under the task’s name.
import { Context } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import { runEngineTask, runTask, type TaskDeps } from '#src/journey/commit/run-task.ts'
import type { UnderWay } from '#src/journey/suspects/running-tasks.ts'
import type { TaskAnswer, TaskRequest } from '#src/journey/transaction/task.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import { currentRun } from './agenda.ts'

type Activity = (asked: TaskRequest) => Promise<TaskAnswer | void>

/** `underWay` records the running tasks of this process, where it is tracked. */
type Deps = TaskDeps & { readonly underWay?: UnderWay }

const follow = <T>({ underWay }: Deps, asked: TaskRequest, work: () => Promise<T>): Promise<T> =>
  underWay ? underWay.run(asked, work) : work()

/**
 * Local tasks, for the workflows’ worker; `default` handles activities named by what a task does, and tasks that only a
 * newer worker knows.
 */
export function localActivities(
  deps: Deps,
  tasks: readonly TaskDefinition[],
): Record<string, Activity> {
  return ofTasks(tasks, 'local', (task, asked) => {
    const of = { ...asked, run: currentRun() }
    return follow(deps, asked, () => runTask(deps, task, of, Context.current().cancellationSignal))
  })
}

/** Engine tasks, for the engines’ worker: they send heartbeats, so that a dead worker is noticed in seconds. */
export function engineActivities(
  deps: Deps,
  tasks: readonly TaskDefinition[],
): Record<string, Activity> {
  return ofTasks(tasks, 'engine', (task, asked) => {
    const { cancellationSignal } = Context.current()
    return beating(() =>
      follow(deps, asked, () => runEngineTask(deps, task, asked, cancellationSignal)),
    )
  })
}

/**
 * An activity is named by what its task does, for operators, and has the task’s name as an argument, by which it is
 * performed.
 */
function ofTasks(
  tasks: readonly TaskDefinition[],
  lane: TaskDefinition['lane'],
  perform: (task: TaskDefinition, asked: TaskRequest) => Promise<TaskAnswer | void>,
): Record<string, Activity> {
  const own = tasks.filter((task) => task.lane === lane)
  const known = own.map((task): [string, Activity] => [task.name, (asked) => perform(task, asked)])
  const byTask = async (asked: TaskRequest) => {
    const task = own.find(({ name }) => name === asked.task)
    if (!task) throw unknown()
    return perform(task, asked)
  }
  return { ...Object.fromEntries(known), default: byTask }
}

/** The workflow holds the task until a worker knows it; that does not count as a failure. */
const unknown = () =>
  ApplicationFailure.nonRetryable('this worker does not know the task', 'unknown-task')

/** Heartbeats carry no data. */
async function beating<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current()
  const timer = setInterval(() => context.heartbeat(), 1_000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

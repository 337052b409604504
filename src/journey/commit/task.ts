// Defines a task: what a capability runs when a task of its agenda is due. It becomes an activity of its name.
import type { Lane, Task } from '#src/journey/transaction/task.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'

/** Within a commit that found the task still there and due. */
export type TaskWork<T = void> = (tx: Db, locked: Locked, task: Task) => Promise<T>

/** One run of a task. Each commit finds the task anew: gone or not due yet, its work is left out. */
export type TaskRun = {
  readonly id: string
  readonly key: string
  readonly signal: AbortSignal
  /** A commit on the way; undefined: there is nothing to do any more. The workflow gets no agenda by it. */
  commit<T>(work: TaskWork<T>): Promise<T | undefined>
  /**
   * The last commit of a local task: its answer is the agenda. Its work may append nothing;
   * a task that is then still due is dropped, because it would be found again and again.
   */
  commitLast(work?: TaskWork): Promise<void>
  /** The last commit of a launched call: of what came back, whether its task is still there or not. */
  commitAnyway(work: (tx: Db, locked: Locked) => Promise<void>): Promise<void>
}

export type TaskDefinition = {
  /** Unique in the service; it stands in agendas and event histories. */
  readonly name: string
  readonly lane: Lane
  perform(run: TaskRun): Promise<void>
  /** Instead of the entry `task-failed`, which closes the task: what its failure for good means. */
  readonly fail?: TaskWork
}

/** A task that is one commit. */
export const defineTask = (
  name: string,
  work: TaskWork,
  options: Pick<TaskDefinition, 'fail'> = {},
): TaskDefinition => ({ name, lane: 'local', perform: (run) => run.commitLast(work), ...options })

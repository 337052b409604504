// Defines a task, which a capability runs when it is due on the agenda. It becomes a Temporal activity of the same
// name.
import type { Lane, Task } from '#src/journey/transaction/task.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'

/** Runs within a commit that found the task still on the agenda and due. */
export type TaskWork<T = void> = (tx: Db, locked: Locked, task: Task) => Promise<T>

/** One run of a task. Each commit looks the task up again, and skips its work when the task is gone or not due yet. */
export type TaskRun = {
  readonly id: string
  readonly key: string
  readonly signal: AbortSignal
  /**
   * Makes a commit in the middle of the task; undefined when there is nothing to do any more. The workflow gets no
   * agenda by it.
   */
  commit<T>(work: TaskWork<T>): Promise<T | undefined>
  /**
   * Makes the last commit of a local task, which answers the agenda. Its work may append nothing; a task that is still
   * due then is dropped, because it would be run again and again.
   */
  commitLast(work?: TaskWork): Promise<void>
  /** Makes the last commit of a launched call with what came back, even when its task is gone. */
  commitAnyway(work: (tx: Db, locked: Locked) => Promise<void>): Promise<void>
}

export type TaskDefinition = {
  /** Unique in the service, because agendas and event histories contain it. */
  readonly name: string
  readonly lane: Lane
  perform(run: TaskRun): Promise<void>
  /** Replaces the entry `task-failed`, which would close the task, when the task finally fails. */
  readonly fail?: TaskWork
}

/** Defines a task that is one commit. */
export const defineTask = (
  name: string,
  work: TaskWork,
  options: Pick<TaskDefinition, 'fail'> = {},
): TaskDefinition => ({ name, lane: 'local', perform: (run) => run.commitLast(work), ...options })

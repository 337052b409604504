// The dependencies of the module that finds tasks which crash processes.
import type { UnderWay } from './running-tasks.ts'
import type { Log } from '#src/platform/log.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import type { CommitDeps } from '#src/journey/commit/commit.ts'
export type WardenDeps = {
  readonly deps: CommitDeps
  readonly log: Log
  readonly underWay: UnderWay
  /** The tasks that this process can perform, by their lanes. */
  readonly tasks: readonly TaskDefinition[]
  /** The id of this process. */
  readonly holder: string
}

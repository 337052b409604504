// The dependencies of whoever finds the tasks that processes die on.
import type { UnderWay } from './running-tasks.ts'
import type { Log } from '#src/platform/log.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import type { CommitDeps } from '#src/journey/commit/commit.ts'
export type WardenDeps = {
  readonly deps: CommitDeps
  readonly log: Log
  readonly underWay: UnderWay
  /** What this process can perform, by its lane. */
  readonly tasks: readonly TaskDefinition[]
  /** Of this process. */
  readonly holder: string
}

// Counts the death of a worker against the tasks that it was running. It costs nothing for tasks that succeed: deaths
// are noticed when a run is retried, and for engines when their process sends no more beats.
import { commitOn, type CommitDeps } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Lane, Task } from '#src/journey/transaction/task.ts'
import { isSuspect, wereUnderWay } from './rules.ts'
import { addSuspect, hasRoom } from './store.ts'
import { workerDied } from './kinds.ts'

type Death = {
  readonly id: string
  /** The number of workers that died. */
  readonly deaths: number
} & (
  | { readonly lane: Lane; readonly key?: undefined }
  /** The task that was running, if it is known; otherwise all due tasks of a lane may have been. */
  | { readonly key: string }
)

/** Runs the commit without advancing packs, because the pack may be what crashed the worker. */
export const inert = <Deps extends CommitDeps>(deps: Deps): Deps => ({
  ...deps,
  advance: async () => {},
})

/**
 * Counts the death against the tasks that the dead process was running. The caller must make sure that the agenda is
 * read again.
 */
export async function countDeath(deps: CommitDeps, { id, deaths, ...which }: Death): Promise<void> {
  await commitOn(
    inert(deps),
    id,
    async (tx, locked) => {
      const due = wereUnderWay(locked.tasks, locked.now.getTime())
      const counted = due.filter((task) =>
        which.key === undefined ? task.lane === which.lane : task.key === which.key,
      )
      const mayWait = counted.some((task) => willBe(task, deaths)) && (await hasRoom(tx))
      for (const task of counted) {
        const code = mayWait ? 'suspect' : 'counted'
        append(locked, { kind: workerDied, ...about(task), code, attempt: deaths })
        if (mayWait && willBe(task, deaths)) await addSuspect(tx, { id, ...task })
      }
    },
    { notifiesWorkflow: 'soon' },
  )
}

const willBe = ({ deaths = 0 }: Task, more: number): boolean => isSuspect({ deaths: deaths + more })

/** The fields by which an entry identifies a task. */
export const about = ({ module, ref, key }: Task) => ({ module: module ?? null, ref, reason: key })

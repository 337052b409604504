// Counts the death of a worker against the tasks that it had under way. A task that goes well costs nothing of this: it is
// done where a run is begun anew, and for engines where their process is heard of no more.
import { commitOn, type CommitDeps } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Lane, Task } from '#src/journey/transaction/task.ts'
import { isSuspect, wereUnderWay } from './rules.ts'
import { addSuspect, hasRoom } from './store.ts'
import { workerDied } from './kinds.ts'

type Death = {
  readonly id: string
  /** How many workers. */
  readonly deaths: number
} & (
  | { readonly lane: Lane; readonly key?: undefined }
  /** Where it is known which one was under way; without it all of a lane that were due may have been. */
  | { readonly key: string }
)

/** In a commit in which no pack goes on: it may be that of which the worker has died. */
export const inert = <Deps extends CommitDeps>(deps: Deps): Deps => ({
  ...deps,
  advance: async () => {},
})

/** Whoever calls this sees to it that the agenda is read again. */
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

/** What an entry says of a task. */
export const about = ({ module, ref, key }: Task) => ({ module: module ?? null, ref, reason: key })

// For an operator: what was set apart is tried again, as if nothing had died of it.
import { commitOn, type CommitDeps } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import { about, inert } from './count.ts'
import { taskTriedAgain } from './kinds.ts'
import { forgetSuspect, listSuspects, type TaskId } from './store.ts'

/** Those set apart, the first of them first. */
export const listApart = async (deps: Pick<CommitDeps, 'db'>): Promise<readonly TaskId[]> =>
  (await listSuspects(deps.db)).filter(({ apart, isParked }) => apart && isParked)

/** All that are set apart of a transaction; resolves to their keys. */
export async function tryAgain(deps: CommitDeps, id: string): Promise<readonly string[]> {
  const keys = await commitOn(inert(deps), id, async (tx, locked) => {
    const apart = locked.tasks.filter(({ parked }) => parked?.until === 'apart')
    for (const task of apart) {
      append(locked, { kind: taskTriedAgain, ...about(task), code: task.task })
      await forgetSuspect(tx, { id, key: task.key })
    }
    return apart.map(({ key }) => key)
  })
  return keys ?? []
}

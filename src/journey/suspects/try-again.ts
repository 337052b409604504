// A command for operators: runs tasks again that were set apart because workers died at them; the deaths counted so far
// are forgotten.
import { commitOn, type CommitDeps } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import { about, inert } from './count.ts'
import { taskTriedAgain } from './kinds.ts'
import { forgetSuspect, listSuspects, type TaskId } from './store.ts'

/** Lists the tasks that were set apart, the earliest first. */
export const listApart = async (deps: Pick<CommitDeps, 'db'>): Promise<readonly TaskId[]> =>
  (await listSuspects(deps.db)).filter(({ apart, isParked }) => apart && isParked)

/** Unparks all tasks of a transaction that were set apart; resolves to their keys. */
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

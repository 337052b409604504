// What becomes of a task whose process was heard of no more while it ran alone.
import { commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import { about, inert } from './count.ts'
import { taskSetApart } from './kinds.ts'
import { isGuilty } from './rules.ts'
import { letGo, setApart, type Suspect } from './store.ts'
import type { WardenDeps } from './warden.ts'

/** It has its turn again, or, the second time, is set apart. */
export async function endSilence(
  { deps, log }: Pick<WardenDeps, 'deps' | 'log'>,
  suspect: Suspect,
): Promise<void> {
  const { id, key, holder } = suspect
  if (holder === null) return
  const guilty = await commitOn(inert(deps), id, async (tx, locked) => {
    const task = locked.tasks.find((one) => one.key === key)
    if (!task?.parked || !isGuilty(task)) return false
    append(locked, { kind: taskSetApart, ...about(task), code: task.task })
    // Its workflow reads, so that operators see there what it waits for.
    locked.mustNudge = true
    await setApart(tx, suspect)
    return true
  })
  if (!guilty) return letGo(deps.db, suspect, holder)
  log.error({ transaction: id, task: key }, 'a task was set apart: workers die of it')
}

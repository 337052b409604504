// Runs tasks that are suspected of crashing workers: one at a time in the whole deployment, and while no other runs in
// its process. So the death of a process identifies its task, and no innocent task is set apart.
import { type Alone, runWhileAlone, type WardenDeps } from './alone.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { patienceMs, isGuilty } from './rules.ts'
import { forgetSuspect, listSuspects, type Suspect, letGo, setApart } from './store.ts'
import { append } from '#src/journey/journal/append.ts'
import { about, inert } from './count.ts'
import { taskSetApart } from './kinds.ts'

export type Suspected = { readonly turn: number; readonly apart: number }

export type Warden = {
  /** Checks the suspected tasks once and runs those that are free; resolves to the numbers that remain. */
  tend(signal: AbortSignal): Promise<Suspected>
}

export function createWarden(own: WardenDeps): Warden {
  const { deps } = own
  const alone: Alone = { ...own, lanes: new Set(own.tasks.map(({ lane }) => lane)) }
  /** By holder the time since which this process has seen no beat. */
  const silentSince = new Map<string, number>()

  /**
   * Ends the hold of processes that have died; the extra wait is for an outage of the database, in which all beats
   * stop.
   */
  async function hear(all: readonly Suspect[]): Promise<void> {
    const silent = all.filter(({ isSilent }) => isSilent)
    const named = new Set(silent.map(nameOf))
    for (const name of silentSince.keys()) if (!named.has(name)) silentSince.delete(name)
    for (const one of silent) {
      const since = silentSince.get(nameOf(one))
      if (since === undefined) silentSince.set(nameOf(one), performance.now())
      else if (performance.now() - since >= patienceMs) await endSilence(own, one)
    }
  }

  return {
    async tend(signal) {
      for (;;) {
        const all = await listSuspects(deps.db)
        await hear(all)
        const gone = all.filter(({ isParked, holder }) => !isParked && holder === null)
        for (const one of gone) await forgetSuspect(deps.db, one)
        const waiting = all.filter(({ isParked, apart }) => isParked && !apart)
        const next = waiting.find(({ lane, holder }) => holder === null && isFree(all, lane))
        const ran = next && !signal.aborted && (await runWhileAlone(alone, next, signal))
        if (!ran) {
          const apart = all.filter((one) => one.isParked && one.apart).length
          return { turn: waiting.length, apart }
        }
      }
    },
  }

  function isFree(all: readonly Suspect[], lane: Suspect['lane']): boolean {
    return alone.lanes.has(lane) && !all.some((one) => one.lane === lane && one.holder !== null)
  }
}

/** Identifies one beat of one holder. */
const nameOf = ({ id, key, holder, heldAt }: Suspect): string => `${id} ${key} ${holder} ${heldAt}`

/** Releases the task for another try, or sets it apart after the second death. */
async function endSilence(
  { deps, log }: Pick<WardenDeps, 'deps' | 'log'>,
  suspect: Suspect,
): Promise<void> {
  const { id, key, holder } = suspect
  if (holder === null) return
  const guilty = await commitOn(inert(deps), id, async (tx, locked) => {
    const task = locked.tasks.find((one) => one.key === key)
    if (!task?.parked || !isGuilty(task)) return false
    append(locked, { kind: taskSetApart, ...about(task), code: task.task })
    // The workflow reads the agenda again, so that operators see there that the task is set apart.
    locked.mustNudge = true
    await setApart(tx, suspect)
    return true
  })
  if (!guilty) return letGo(deps.db, suspect, holder)
  log.error({ transaction: id, task: key }, 'a task was set apart: workers die of it')
}

// Runs what is suspected to kill workers: one at a time in the whole deployment, and while nothing else is under way in its
// process. So the death of a process says of which task it has died, and nobody is set apart for having been near.
import type { WardenDeps } from './deps.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { type Alone, runWhileAlone } from './alone.ts'
import { patienceMs, isGuilty } from './rules.ts'
import { forgetSuspect, listSuspects, type Suspect, letGo, setApart } from './store.ts'
import { append } from '#src/journey/journal/append.ts'
import { about, inert } from './count.ts'
import { taskSetApart } from './kinds.ts'

export type Suspected = { readonly turn: number; readonly apart: number }

export type Warden = {
  /** Looks once, and runs those whose turn it is; resolves to how many wait now. */
  tend(signal: AbortSignal): Promise<Suspected>
}

export function createWarden(own: WardenDeps): Warden {
  const { deps } = own
  const alone: Alone = { ...own, lanes: new Set(own.tasks.map(({ lane }) => lane)) }
  /** Since when this process knows of holders that are silent. */
  const silentSince = new Map<string, number>()

  /** Those whose process has died are judged by; an outage of the database has kept all of them silent. */
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

/** One beat of one holder. */
const nameOf = ({ id, key, holder, heldAt }: Suspect): string => `${id} ${key} ${holder} ${heldAt}`

/** It has its turn again, or, the second time, is set apart. */
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
    // Its workflow reads, so that operators see there what it waits for.
    locked.mustNudge = true
    await setApart(tx, suspect)
    return true
  })
  if (!guilty) return letGo(deps.db, suspect, holder)
  log.error({ transaction: id, task: key }, 'a task was set apart: workers die of it')
}

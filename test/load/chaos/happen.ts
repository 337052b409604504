// Performs the planned events at their times; those of one target run one after the other.
import { setTimeout as wait } from 'node:timers/promises'
import type { Events } from './events.ts'
import { type Planned, restMs } from './plan.ts'

export type Say = (line: string) => void

/**
 * A target rests between two events even if the first took longer than planned, such as a start on a busy machine.
 * Resolves when all events are over; rejects when the stack could not be restored.
 */
export async function happen(
  planned: readonly Planned[],
  events: Events,
  say: Say,
  ending: AbortSignal,
): Promise<number> {
  const begun = performance.now()
  const over = new Map<string, Promise<unknown>>()
  let count = 0
  const all = planned.map(async (one, index) => {
    const ms = one.atMs - (performance.now() - begun)
    await wait(Math.max(0, ms), undefined, { signal: ending })
    const before = over.get(one.target)
    const work = async () => {
      await before
      if (ending.aborted) return
      const number = `#${(count += 1)}`
      say(`${number} ${nameOf(one)} for ${(one.ms / 1_000).toFixed(1)} s`)
      const said = await events.perform(one, index)
      say(`${number} is over${said === undefined ? '' : ` (${String(said)})`}`)
    }
    const working = work()
    const rested = working.then(() => wait(restMs))
    // A failure is awaited by the target’s next event and by the whole, so it must not end the process here.
    rested.catch(() => undefined)
    over.set(one.target, rested)
    await working
  })
  const ended = await Promise.allSettled(all)
  for (const one of ended) if (one.status === 'rejected' && !ending.aborted) throw one.reason
  return count
}

/** The name of an event may contain its target already. */
const nameOf = ({ name, target }: Planned) =>
  name.includes(target.split(' ')[0] ?? '') ? name : `${name} ${target}`

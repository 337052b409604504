// Performs what was planned, each event at its time; those of one target one after the other.
import { setTimeout as wait } from 'node:timers/promises'
import type { Events } from './events.ts'
import { type Planned, restMs } from './plan.ts'

export type Say = (line: string) => void

/**
 * A target has its rest between two events though the first took longer than planned, as a start does on a busy machine.
 * Resolves when all of them are over; rejects when the stack could not be brought back.
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
    // Who comes next rejects with it, and so does the whole.
    rested.catch(() => undefined)
    over.set(one.target, rested)
    await working
  })
  const ended = await Promise.allSettled(all)
  for (const one of ended) if (one.status === 'rejected' && !ending.aborted) throw one.reason
  return count
}

/** A name may say its target itself. */
const nameOf = ({ name, target }: Planned) =>
  name.includes(target.split(' ')[0] ?? '') ? name : `${name} ${target}`

// An open loop: arrivals come when they come, as people do, and wait for nobody's answer. Times count from the moment of
// the arrival, so that what waits in a line of ours waits in the numbers too.
import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { type Clocked, createLatencies, type Latencies } from './drive.ts'

export type Arrived = {
  readonly asked: number
  /** Of these so many came to their end. */
  readonly done: number
  /** From the first arrival to the last end. */
  readonly seconds: number
  readonly latencies: Latencies
  /** Why the others did not, each as often as it was. */
  readonly refused: ReadonlyMap<string, number>
}

export type Arrivals = {
  readonly perSecond: number
  readonly seconds: number
  readonly chance: Chance
}

/** `whole` among the times is one arrival from its beginning to its end. */
export async function arrive(
  { perSecond, seconds, chance }: Arrivals,
  work: (clock: Clocked) => Promise<unknown>,
): Promise<Arrived> {
  const { latencies, clock } = createLatencies()
  const refused = new Map<string, number>()
  const begun = performance.now()
  let done = 0
  const one = async (atMs: number) => {
    await wait(Math.max(0, atMs - (performance.now() - begun)))
    try {
      await work(clock)
      done += 1
      const known = latencies.get('whole') ?? []
      known.push(performance.now() - begun - atMs)
      latencies.set('whole', known)
    } catch (error) {
      const why = reasonOf(error)
      refused.set(why, (refused.get(why) ?? 0) + 1)
    }
  }
  const times = drawTimes(perSecond, seconds * 1_000, chance)
  await Promise.all(times.map(one))
  return {
    asked: times.length,
    done,
    seconds: (performance.now() - begun) / 1_000,
    latencies,
    refused,
  }
}

/** Poisson's: each gap is independent of all that came before. */
function drawTimes(perSecond: number, totalMs: number, chance: Chance): number[] {
  const times: number[] = []
  const million = 1_000_000
  const gap = () => (-Math.log(chance.between(1, million) / million) * 1_000) / perSecond
  for (let at = gap(); at < totalMs; at += gap()) times.push(at)
  return times
}

/** Without what is another one for each. */
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error))
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')
    .slice(0, 90)

// An open-loop load: arrivals follow their own schedule and do not wait for answers. Times count from the arrival, so
// that they include the wait in our own queue.
import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { type Clocked, createLatencies, type Latencies } from './drive.ts'

export type Arrived = {
  readonly asked: number
  /** The number of arrivals that completed. */
  readonly done: number
  /** From the first arrival to the last end. */
  readonly seconds: number
  readonly latencies: Latencies
  /** The reasons of the failed arrivals, with their counts. */
  readonly refused: ReadonlyMap<string, number>
}

export type Arrivals = {
  readonly perSecond: number
  readonly seconds: number
  readonly chance: Chance
}

/** The latency `whole` is that of one arrival from its beginning to its end. */
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

/** A Poisson process: each gap is independent of the earlier ones. */
function drawTimes(perSecond: number, totalMs: number, chance: Chance): number[] {
  const times: number[] = []
  const million = 1_000_000
  const gap = () => (-Math.log(chance.between(1, million) / million) * 1_000) / perSecond
  for (let at = gap(); at < totalMs; at += gap()) times.push(at)
  return times
}

/** Ids are removed, so that equal errors count together. */
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error))
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')
    .slice(0, 90)

// A closed-loop load: each of a number of callers sends its next call after the last answer. It runs in the process of
// the bench, so that it is not part of any server’s CPU time.

/** Milliseconds by the name of the call. */
export type Latencies = Map<string, number[]>

export type Clocked = <T>(call: string, work: () => Promise<T>) => Promise<T>

export function createLatencies(): { latencies: Latencies; clock: Clocked } {
  const latencies: Latencies = new Map()
  return {
    latencies,
    async clock(call, work) {
      const begun = performance.now()
      const result = await work()
      const known = latencies.get(call) ?? []
      known.push(performance.now() - begun)
      latencies.set(call, known)
      return result
    },
  }
}

/** Runs `work` `count` times; resolves to the duration in seconds. */
export async function drive(
  callers: number,
  count: number,
  work: () => Promise<void>,
): Promise<number> {
  const begun = performance.now()
  let left = count
  const call = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: callers }, call))
  return (performance.now() - begun) / 1_000
}

/** Both sides take turns because the machine is shared, and the order changes with each round. */
export async function alternate(
  rounds: number,
  ours: () => Promise<void>,
  bare: () => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const turn of round % 2 === 0 ? [ours, bare] : [bare, ours]) await turn()
  }
}

export const p50 = (latencies: Latencies, call: string) => median(latencies.get(call) ?? [])
export const p99 = (latencies: Latencies, call: string) =>
  percentile(latencies.get(call) ?? [], 0.99)

export function median(numbers: readonly number[]): number {
  return percentile(numbers, 0.5)
}

/** The nearest rank: `percentile(latencies, 0.99)`. NaN for an empty list. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

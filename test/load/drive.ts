// Load by a number of callers, each of whom sends its next call when the last was answered. It runs in
// the bench's own process, so that no server's CPU time contains it.

/** Milliseconds by what was called. */
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

/** Does `work` `count` times; resolves to the seconds it took. */
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

/** The machine is shared: both take turns, and each round begins with the other one. */
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

/** The nearest rank: `percentile(latencies, 0.99)`. NaN for no numbers. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

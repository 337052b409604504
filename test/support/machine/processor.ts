// How long something keeps the processor, whatever else the machine does meanwhile, and what it allocates.
import { getHeapStatistics } from 'node:v8'

/** Milliseconds of this thread's processor time. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const after = process.threadCpuUsage()
  return (after.user - before.user + after.system - before.system) / 1_000
}

export type Cost = { readonly ms: number; readonly bytes: number }

/** The least of so many times: what the machine does beside it counts in none. `bytes`: let go again or not. */
export async function leastCost(work: () => unknown, times = 3): Promise<Cost> {
  let [ms, bytes] = [Infinity, Infinity]
  for (let time = 0; time < times; time += 1) {
    const before = getHeapStatistics().total_allocated_bytes
    ms = Math.min(ms, await processorMs(work))
    bytes = Math.min(bytes, getHeapStatistics().total_allocated_bytes - before)
  }
  return { ms, bytes }
}

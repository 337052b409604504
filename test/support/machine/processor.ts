// Measures the processor time of some work, whatever else the machine does, and the bytes that it allocates.
import { getHeapStatistics } from 'node:v8'

/** Milliseconds of this thread’s processor time. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const after = process.threadCpuUsage()
  return (after.user - before.user + after.system - before.system) / 1_000
}

export type Cost = { readonly ms: number; readonly bytes: number }

/**
 * The least cost of several runs, which excludes disturbance by the machine. `bytes`: all allocated bytes, freed or
 * not.
 */
export async function leastCost(work: () => unknown, times = 3): Promise<Cost> {
  let [ms, bytes] = [Infinity, Infinity]
  for (let time = 0; time < times; time += 1) {
    const before = getHeapStatistics().total_allocated_bytes
    ms = Math.min(ms, await processorMs(work))
    bytes = Math.min(bytes, getHeapStatistics().total_allocated_bytes - before)
  }
  return { ms, bytes }
}

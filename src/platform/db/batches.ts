// Work of many small parts with rests between them, so that nobody's requests wait behind it.
import { setTimeout as sleep } from 'node:timers/promises'

const leastMs = 50

/**
 * Until a batch finds nothing, or the signal ends it between two; resolves to how many there were. `work` takes one
 * batch, and resolves to how many were in it.
 */
export async function inBatches(
  work: () => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0
  while (!signal?.aborted) {
    const begun = performance.now()
    const done = await work()
    count += done
    if (done === 0) return count
    await rest(begun, signal)
  }
  return count
}

/** As long as the batch that began then has taken, so that a busy database has the longer rests. A signal ends it. */
export async function rest(begun: number, signal?: AbortSignal): Promise<void> {
  const ms = Math.max(leastMs, performance.now() - begun)
  await sleep(ms, undefined, { ...(signal && { signal }) }).catch(() => undefined)
}

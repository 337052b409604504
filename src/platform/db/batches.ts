// Does work in small batches with pauses between them, so that it does not delay requests.
import { setTimeout as sleep } from 'node:timers/promises'

const leastMs = 50

/**
 * Repeats `work` until a batch is empty or the signal aborts between two; resolves to the total. `work` processes one
 * batch and resolves to its size.
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

/**
 * Pauses for as long as the batch that began at `begun` took, so that a busy database gets longer pauses. The signal
 * ends the pause.
 */
export async function rest(begun: number, signal?: AbortSignal): Promise<void> {
  const ms = Math.max(leastMs, performance.now() - begun)
  await sleep(ms, undefined, { ...(signal && { signal }) }).catch(() => undefined)
}

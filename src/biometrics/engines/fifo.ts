// Who came first is served first: a pool of threads by itself lets new callers overtake those that wait.
import { engineBusy } from '#src/biometrics/wire/engine-errors.ts'

export type Fifo = {
  /** Throws `unavailable` when too many wait already; rejects with the signal's reason when it aborts a wait. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** `width` at once, and `waitingMax` more in line. */
export function createFifo(width: number, waitingMax: number): Fifo {
  const line = new Set<() => void>()
  let running = 0

  async function enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (running < width) {
      running += 1
      return
    }
    if (line.size >= waitingMax) throw engineBusy()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      line.delete(resolve)
      reject(signal?.reason)
    }
    line.add(resolve)
    signal?.addEventListener('abort', leave, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  /** The slot goes to the next in line directly, so that a new caller cannot overtake it. */
  function leave(): void {
    const [next] = line
    if (!next) {
      running -= 1
      return
    }
    line.delete(next)
    next()
  }

  return {
    async run(work, signal) {
      await enter(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

// Serialises the callers of one transaction in the process before they take a connection: otherwise they would hold
// all connections, each waiting for the row lock of the one before.
import { Problem } from '#src/platform/errors.ts'

export type KeyedMutex = {
  /**
   * Runs the work after all earlier work of the same key. Throws `unavailable` when too many wait already, or
   * when the wait takes too long.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

/** The most callers that may wait for one transaction; each takes a few milliseconds. */
const waitingMax = 100
/** Longer than `lock_timeout`, so that a caller that meets a locked row does not fail all that wait behind it. */
const longestMs = 3_000

export function createKeyedMutex({ max = waitingMax, waitMs = longestMs } = {}): KeyedMutex {
  /** The waiting callers by key; an entry exists while work of its key runs. */
  const lines = new Map<string, Set<() => void>>()

  function wait(line: Set<() => void>): Promise<void> {
    if (line.size >= max) throw queueTooLong()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const start = () => {
      clearTimeout(timer)
      line.delete(start)
      resolve()
    }
    const timer = setTimeout(() => {
      line.delete(start)
      reject(queueTooLong())
    }, waitMs)
    line.add(start)
    return promise
  }

  function pass(key: string, line: Set<() => void>): void {
    const [next] = line
    if (next) next()
    else lines.delete(key)
  }

  return {
    async run(key, work) {
      const before = lines.get(key)
      const line = before ?? new Set()
      if (before) await wait(before)
      else lines.set(key, line)
      try {
        return await work()
      } finally {
        pass(key, line)
      }
    },
  }
}

const queueTooLong = () =>
  new Problem('unavailable', { reason: 'mutex-taken', headers: { 'retry-after': '1' } })

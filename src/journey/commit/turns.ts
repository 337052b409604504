// One transaction's callers wait for each other in the process, before they take a connection: otherwise they
// would hold all of them, each waiting for the row of the one before.
import { Problem } from '#src/platform/errors.ts'

export type Turns = {
  /**
   * Runs the work when those before it have ended. Throws `unavailable` when too many wait already, or when
   * its turn does not come in time.
   */
  take<T>(key: string, work: () => Promise<T>): Promise<T>
}

/** So many callers may wait for one transaction; each takes a few milliseconds. */
const waitingMax = 100
/** Longer than a lock is waited for, so that one who meets a locked row does not end all behind it. */
const longestMs = 3_000

export function createTurns({ max = waitingMax, waitMs = longestMs } = {}): Turns {
  /** Who waits behind the one whose turn it is. */
  const lines = new Map<string, Set<() => void>>()

  function wait(line: Set<() => void>): Promise<void> {
    if (line.size >= max) throw noTurn()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const start = () => {
      clearTimeout(timer)
      line.delete(start)
      resolve()
    }
    const timer = setTimeout(() => {
      line.delete(start)
      reject(noTurn())
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
    async take(key, work) {
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

const noTurn = () =>
  new Problem('unavailable', { reason: 'turns-taken', headers: { 'retry-after': '1' } })

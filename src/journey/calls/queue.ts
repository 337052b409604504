// Who must wait for an account comes back one after the other, as fast as the account works them off, and not all in
// the moment in which it is free again.

/** Beyond that they come when they like: the end of a line that nobody could stand in says nothing. */
const longestMs = 120_000

export type Queues = {
  /** The next in the line of the account, which is free in `freeMs` and then takes one each `gapMs`: how long it waits. */
  enter(account: string, freeMs: number, gapMs: number): number
  /** How long one who comes now would wait at least. */
  lengthMs(account: string): number
}

/** `now` in milliseconds of a clock that never goes back. */
export function createQueues(
  now: () => number = () => performance.now(),
  random: () => number = Math.random,
): Queues {
  const lastAt = new Map<string, number>()
  return {
    enter(account, freeMs, gapMs) {
      const free = now() + freeMs
      const at = Math.max(free, (lastAt.get(account) ?? -Infinity) + gapMs)
      if (at > free + longestMs) return Math.round(freeMs + random() * longestMs)
      lastAt.set(account, at)
      return Math.round(at - now())
    },
    lengthMs: (account) => Math.max(0, Math.round((lastAt.get(account) ?? 0) - now())),
  }
}

// Who must wait for an account comes back one after the other, as fast as the account works them off, and not all in
// the moment in which it is free again. Each tenant has a line of its own: nobody stands behind another's backlog.

/** Beyond that they come when they like: the end of a line that nobody could stand in says nothing. */
const longestMs = 120_000

export type Queues = {
  /**
   * The next in the tenant's line for the account, which is free in `freeMs` and then takes one each `gapMs`, of each
   * tenant in turn: how long it waits.
   */
  enter(account: string, tenant: string, freeMs: number, gapMs: number): number
  /** How long one who comes now would wait at least, in the longest line. */
  lengthMs(account: string): number
}

/** `now` in milliseconds of a clock that never goes back. */
export function createQueues(
  now: () => number = () => performance.now(),
  random: () => number = Math.random,
): Queues {
  /** Of each tenant who waits, when the last of them comes. */
  const lines = new Map<string, Map<string, number>>()
  return {
    enter(account, tenant, freeMs, gapMs) {
      const line = lines.get(account) ?? new Map<string, number>()
      lines.set(account, line)
      // A line whose last came longer ago than a gap is over.
      for (const [of, last] of line) if (last + gapMs <= now()) line.delete(of)
      const free = now() + freeMs
      const tenants = line.size + (line.has(tenant) ? 0 : 1)
      const at = Math.max(free, (line.get(tenant) ?? -Infinity) + gapMs * tenants)
      if (at > free + longestMs) return Math.round(freeMs + random() * longestMs)
      line.set(tenant, at)
      return Math.round(at - now())
    },
    lengthMs(account) {
      const last = Math.max(...(lines.get(account)?.values() ?? []), now())
      return Math.round(last - now())
    },
  }
}

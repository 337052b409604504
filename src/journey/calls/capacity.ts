// The limits of one process for its calls: the places, the rate and the queue of each account, and the worker’s slots
// of each tenant.

/** Counts the concurrent calls of each account, so that a vendor that does not answer uses up only its own places. */
export type Bulkheads = {
  /** Whether the account is full for everybody, or for the tenant. */
  isFull(account: string, tenant: string): boolean
  /** Lists every account that had a place so far. */
  list(): { account: string; taken: number }[]
  /** How long the oldest running call of the account has taken so far. */
  oldestMs(account: string): number
  /** Undefined when every place is taken. The caller must release a place exactly once. */
  reserve(account: string, tenant: string): Place | undefined
}

export type Place = { readonly account: string; readonly tenant: string; release(): void }

/** `placesOf` returns the present number of places of an account, or how many of them a tenant may have. */
export function createBulkheads(
  placesOf: (account: string, tenant?: string) => number,
  now: () => number = () => performance.now(),
): Bulkheads {
  /** The places of each account with the time at which they were taken, the oldest first. */
  const taken = new Map<string, Map<Place, number>>()
  const isFull = (account: string, tenant: string) => {
    const places = [...(taken.get(account)?.keys() ?? [])]
    const own = places.filter((place) => place.tenant === tenant)
    return places.length >= placesOf(account) || own.length >= placesOf(account, tenant)
  }
  return {
    isFull,
    list: () => [...taken].map(([account, places]) => ({ account, taken: places.size })),
    oldestMs(account) {
      const [oldest] = taken.get(account)?.values() ?? []
      return oldest === undefined ? 0 : now() - oldest
    },
    reserve(account, tenant) {
      if (isFull(account, tenant)) return undefined
      const places = taken.get(account) ?? new Map<Place, number>()
      taken.set(account, places)
      const place = { account, tenant, release: () => void places.delete(place) }
      places.set(place, now())
      return place
    },
  }
}

// The rate limit of an account in one process, where one is configured. A call that has to wait is postponed and does
// not count as an attempt.

/** The allowance for bursts: calls that are due together are not spread to the millisecond. */
const burstMs = 500

export type Paces = {
  /** The milliseconds until the next call is allowed; 0 when it is allowed now. */
  waitMs(account: string): number
  /** Counts a call. */
  note(account: string): void
}

/** `now`: the milliseconds of a monotonic clock. */
export function createPaces(
  perSecondOf: (account: string) => number | undefined,
  now: () => number = () => performance.now(),
): Paces {
  /** For each account, the time at which the calls made so far no longer count against the rate. */
  const paidAt = new Map<string, number>()
  const gapOf = (account: string) => 1_000 / (perSecondOf(account) ?? Infinity)
  return {
    waitMs(account) {
      const gap = gapOf(account)
      const ahead = (paidAt.get(account) ?? 0) - now()
      return gap === 0 ? 0 : Math.max(0, Math.ceil(ahead - Math.max(0, burstMs - gap)))
    },
    note(account) {
      const gap = gapOf(account)
      if (gap > 0) paidAt.set(account, Math.max(now(), paidAt.get(account) ?? 0) + gap)
    },
  }
}

// Tasks that must wait for an account return one after the other, as fast as the account can serve them, instead of all
// at the moment at which it is free again. Each tenant has a line of its own, so that no tenant waits behind another’s
// backlog.

/** Longer lines are not planned: such tasks return at a random time within this one. */
const longestMs = 120_000

export type Queues = {
  /**
   * Appends a task to the tenant’s line and returns the milliseconds to wait. The account is free in `freeMs`, and then
   * takes one task each `gapMs`, of each tenant in turn.
   */
  enter(account: string, tenant: string, freeMs: number, gapMs: number): number
  /** The milliseconds that a new task would wait at least, by the longest line. */
  lengthMs(account: string): number
}

/** `now`: the milliseconds of a monotonic clock. */
export function createQueues(
  now: () => number = () => performance.now(),
  random: () => number = Math.random,
): Queues {
  /** For each account and tenant, the time at which the last task of the line returns. */
  const lines = new Map<string, Map<string, number>>()
  return {
    enter(account, tenant, freeMs, gapMs) {
      const line = lines.get(account) ?? new Map<string, number>()
      lines.set(account, line)
      // A line whose last task returned more than a gap ago has ended.
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

// A task that waits for its call holds a slot of the worker. The slots are limited by tenant, so that one tenant cannot
// hold them all.

export type Slots = {
  /** Whether the tenant’s tasks hold all the slots that it may have; always false for an unknown tenant. */
  isFull(tenant: string | undefined): boolean
  /** Counts a task of the tenant while the work runs. */
  hold<T>(tenant: string | undefined, work: () => Promise<T>): Promise<T>
}

export function createSlots(most: number): Slots {
  const held = new Map<string, number>()
  const add = (tenant: string, more: number) => {
    const left = (held.get(tenant) ?? 0) + more
    if (left > 0) held.set(tenant, left)
    else held.delete(tenant)
  }
  return {
    isFull: (tenant) => tenant !== undefined && (held.get(tenant) ?? 0) >= most,
    async hold(tenant, work) {
      if (tenant === undefined) return work()
      add(tenant, 1)
      try {
        return await work()
      } finally {
        add(tenant, -1)
      }
    },
  }
}

// How long a task waits for the call that it has started: the full time if the account usually answers within it, and
// otherwise not at all.

/** The weight of the newest call in the average. */
const weight = 0.2

export type Patience = {
  /** Returns 0 when the account is slower on average than the longest wait. */
  waitMs(account: string): number
  note(account: string, durationMs: number): void
  /** The average duration of its calls; undefined before the first one. */
  averageMs(account: string): number | undefined
}

export function createPatience(patienceMs: number): Patience {
  const averages = new Map<string, number>()
  return {
    waitMs: (account) => ((averages.get(account) ?? 0) > patienceMs ? 0 : patienceMs),
    averageMs: (account) => averages.get(account),
    note(account, durationMs) {
      const average = averages.get(account) ?? durationMs
      averages.set(account, average + (durationMs - average) * weight)
    },
  }
}

/** Undefined when the work takes longer; the work itself continues. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const over = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => over.resolve(undefined), ms)
  try {
    return await Promise.race([work, over.promise])
  } finally {
    clearTimeout(timer)
  }
}

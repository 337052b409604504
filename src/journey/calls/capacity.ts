// What one process gives to calls: of each account its places, its pace and its line, of a worker its slots.

/** How many calls to an account are under way: a vendor that hangs takes its own places and nobody else's. */
export type Bulkheads = {
  isFull(account: string): boolean
  /** Of every account that had a place so far. */
  list(): { account: string; taken: number }[]
  /** How long the oldest call that is under way has taken so far. */
  oldestMs(account: string): number
  /** Undefined: every place is taken. Whoever has one gives it back, once. */
  reserve(account: string): Place | undefined
}

export type Place = { readonly account: string; release(): void }

/** `placesOf`: how many places an account has now. */
export function createBulkheads(
  placesOf: (account: string) => number,
  now: () => number = () => performance.now(),
): Bulkheads {
  /** Each with the time since when it is taken, the oldest first. */
  const taken = new Map<string, Map<Place, number>>()
  const isFull = (account: string) => (taken.get(account)?.size ?? 0) >= placesOf(account)
  return {
    isFull,
    list: () => [...taken].map(([account, places]) => ({ account, taken: places.size })),
    oldestMs(account) {
      const [oldest] = taken.get(account)?.values() ?? []
      return oldest === undefined ? 0 : now() - oldest
    },
    reserve(account) {
      if (isFull(account)) return undefined
      const places = taken.get(account) ?? new Map<Place, number>()
      taken.set(account, places)
      const place = { account, release: () => void places.delete(place) }
      places.set(place, now())
      return place
    },
  }
}

// How often an account may be called by one process, where its configuration says so. It is a hold and never an
// attempt: who has to wait has not asked.

/** Calls of so long may come at once: what is due together never comes to the millisecond. */
const burstMs = 500

export type Paces = {
  /** Until the next call may be made; 0: it may be made now. */
  waitMs(account: string): number
  /** A call is made. */
  note(account: string): void
}

/** `now` in milliseconds of a clock that never goes back. */
export function createPaces(
  perSecondOf: (account: string) => number | undefined,
  now: () => number = () => performance.now(),
): Paces {
  /** When what was called so far is paid for. */
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

// A task that waits for its call holds a slot of the worker: one tenant's tasks may not hold them all.

export type Slots = {
  /** Whether the tenant's tasks hold as many as they may; of whom nothing is known, never. */
  isFull(tenant: string | undefined): boolean
  /** Counts a task of the tenant for as long as the work takes. */
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

// How long a task waits for the call that it has launched: as long as the account usually answers within
// that time, and otherwise not at all.

/** How much the newest call counts. */
const weight = 0.2

export type Patience = {
  /** 0: the account is slower than that on average. */
  waitMs(account: string): number
  note(account: string, durationMs: number): void
  /** How long its calls take; undefined: nobody knows yet. */
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

/** Undefined when the work takes longer; it goes on. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const over = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => over.resolve(undefined), ms)
  try {
    return await Promise.race([work, over.promise])
  } finally {
    clearTimeout(timer)
  }
}

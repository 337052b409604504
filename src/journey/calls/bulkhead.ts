// How many calls to one account may be under way in this process: a vendor that hangs takes its own places
// and nobody else's.

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

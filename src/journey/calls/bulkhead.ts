// How many calls to one account may be under way in this process: a vendor that hangs takes its own places
// and nobody else's.

export type Bulkheads = {
  isFull(account: string): boolean
  /** Of every account that had a place so far. */
  list(): { account: string; taken: number }[]
  /** Undefined: every place is taken. Whoever has one gives it back, once. */
  reserve(account: string): Place | undefined
}

export type Place = { readonly account: string; release(): void }

/** `placesOf`: how many places an account has now. */
export function createBulkheads(placesOf: (account: string) => number): Bulkheads {
  const taken = new Map<string, number>()
  const count = (account: string) => taken.get(account) ?? 0
  return {
    isFull: (account) => count(account) >= placesOf(account),
    list: () => [...taken].map(([account, places]) => ({ account, taken: places })),
    reserve(account) {
      if (count(account) >= placesOf(account)) return undefined
      taken.set(account, count(account) + 1)
      let isHeld = true
      return {
        account,
        release() {
          if (isHeld) taken.set(account, count(account) - 1)
          isHeld = false
        },
      }
    },
  }
}

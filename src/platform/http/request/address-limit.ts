// Rate limits per address, in the memory of a process, because they only slow guessing and flooding down.

export type AddressLimit = {
  /** 0, or the seconds until it may again. An address that is not known has no limit. */
  take(address: string | undefined, now: number): number
}

type Bucket = { left: number; at: number }

/** So many at once, and so many more each minute. The addresses that came last are remembered. */
export function createAddressLimit(perMinute: number, keptMax = 10_000): AddressLimit {
  const buckets = new Map<string, Bucket>()
  return {
    take(address, now) {
      if (address === undefined) return 0
      const known = buckets.get(address) ?? { left: perMinute, at: now }
      // A clock that was set back has taken nothing from anybody.
      const passedMs = Math.max(0, now - known.at)
      const left = Math.min(perMinute, known.left + (passedMs / 60_000) * perMinute)
      buckets.delete(address)
      buckets.set(address, { left: left < 1 ? left : left - 1, at: now })
      const [oldest] = buckets.keys()
      if (buckets.size > keptMax && oldest !== undefined) buckets.delete(oldest)
      return left < 1 ? Math.ceil(((1 - left) / perMinute) * 60) : 0
    },
  }
}

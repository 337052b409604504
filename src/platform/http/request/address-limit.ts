// Rate limits by address or credential, kept in the memory of one process: they only have to slow down guessing and
// flooding.
import { LRUCache } from 'lru-cache'
import { bounded } from '#src/platform/bounded.ts'
import { networkOf } from './address.ts'

export type AddressLimit = {
  /** Returns 0, or the seconds to wait. An unknown address has no limit. */
  take(address: string | undefined, now: number): number
}

/** Allows `perMinute` requests at once, and as many more each minute, for an IPv4 address or a /64 network of IPv6. */
export function createAddressLimit(perMinute: number, keptMax?: number): AddressLimit {
  const limit = createNamedLimit({ burst: perMinute, perSecond: perMinute / 60 }, keptMax)
  return {
    take: (address, now) => (address === undefined ? 0 : limit.take(networkOf(address), now)),
  }
}

export type NamedLimit = {
  /** Returns 0, or the seconds to wait. `now` in milliseconds. */
  take(name: string, now: number): number
}

type Bucket = { readonly left: number; readonly at: number }

/** The same limit by any name; the most recent names are kept. */
export function createNamedLimit(
  { burst, perSecond }: { readonly burst: number; readonly perSecond: number },
  keptMax = 10_000,
): NamedLimit {
  const buckets = new LRUCache<string, Bucket>(bounded(keptMax))
  return {
    take(name, now) {
      const known = buckets.get(name) ?? { left: burst, at: now }
      // When the clock was set back, no time has passed.
      const passedMs = Math.max(0, now - known.at)
      const left = Math.min(burst, known.left + (passedMs / 1_000) * perSecond)
      buckets.set(name, { left: left < 1 ? left : left - 1, at: now })
      return left < 1 ? Math.ceil((1 - left) / perSecond) : 0
    },
  }
}

// Limits per address or credential, in the memory of a process, because they only slow guessing and flooding down.
import { LRUCache } from 'lru-cache'
import { networkOf } from './address.ts'

export type AddressLimit = {
  /** 0, or the seconds until it may again. An address that is not known has no limit. */
  take(address: string | undefined, now: number): number
}

/** So many at once, and so many more each minute: of an IPv4 address, or of a /64 of IPv6. */
export function createAddressLimit(perMinute: number, keptMax?: number): AddressLimit {
  const limit = createNamedLimit({ burst: perMinute, perSecond: perMinute / 60 }, keptMax)
  return {
    take: (address, now) => (address === undefined ? 0 : limit.take(networkOf(address), now)),
  }
}

export type NamedLimit = {
  /** 0, or the seconds until it may again. `now` in milliseconds. */
  take(name: string, now: number): number
}

type Bucket = { readonly left: number; readonly at: number }

/** The same of anything that has a name. The names that came last are remembered. */
export function createNamedLimit(
  { burst, perSecond }: { readonly burst: number; readonly perSecond: number },
  keptMax = 10_000,
): NamedLimit {
  const buckets = new LRUCache<string, Bucket>({ max: keptMax })
  return {
    take(name, now) {
      const known = buckets.get(name) ?? { left: burst, at: now }
      // A clock that was set back has taken nothing from anybody.
      const passedMs = Math.max(0, now - known.at)
      const left = Math.min(burst, known.left + (passedMs / 1_000) * perSecond)
      buckets.set(name, { left: left < 1 ? left : left - 1, at: now })
      return left < 1 ? Math.ceil((1 - left) / perSecond) : 0
    },
  }
}

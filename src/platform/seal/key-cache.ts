// Opened data keys, for the reads that come together: a wrapped key is opened once in a minute. Of an erased transaction
// nobody asks here, because no wrapped key is left to ask with.
import { LRUCache } from 'lru-cache'
import type { DataKey, WrappedKey } from './keys.ts'

const keptMs = 60_000
const keptMax = 10_000

export type KeyCache = {
  /** By the wrapped key and whose it is; opened where it is not known. One that does not open is not kept. */
  open(
    owner: string,
    wrapped: WrappedKey & { readonly wrapped: Buffer },
    unwrap: () => Promise<Buffer>,
  ): Promise<DataKey>
}

export function createKeyCache(): KeyCache {
  // None stays in memory for longer than its time, whether anybody asks again or not.
  const kept = new LRUCache<string, Promise<DataKey>>({
    max: keptMax,
    ttl: keptMs,
    ttlAutopurge: true,
    // Asked anew each time, so that a clock that is put in its place later counts.
    perf: { now: () => performance.now() },
  })
  return {
    async open(owner, { keyId, wrapped }, unwrap) {
      const name = `${owner}\n${keyId}\n${wrapped.toString('latin1')}`
      const known = kept.get(name)
      if (known) return known
      const key = unwrap().then((secret) => ({ secret }))
      kept.set(name, key)
      key.catch(() => kept.delete(name))
      return key
    },
  }
}

// Caches unwrapped data keys for a minute, because reads come in groups. An erased transaction has no wrapped key left,
// so its cached key cannot be reached.
import { LRUCache } from 'lru-cache'
import { bounded } from '#src/platform/bounded.ts'
import type { DataKey, WrappedKey } from './keys.ts'

const keptMs = 60_000
const keptMax = 10_000

export type KeyCache = {
  /**
   * Looks up by the wrapped key and its owner, and unwraps what is not cached. A key that does not open is not cached.
   */
  open(
    owner: string,
    wrapped: WrappedKey & { readonly wrapped: Buffer },
    unwrap: () => Promise<Buffer>,
  ): Promise<DataKey>
}

export function createKeyCache(): KeyCache {
  // Each key is removed when its time is over, even without another call.
  const kept = new LRUCache<string, Promise<DataKey>>({
    ...bounded(keptMax),
    ttl: keptMs,
    ttlAutopurge: true,
    // The clock is read through `performance`, so that a fake clock installed later counts.
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

// Opened data keys, for the reads that come together: a wrapped key is opened once in a minute. Of an erased transaction
// nobody asks here, because no wrapped key is left to ask with.
import type { DataKey, WrappedKey } from './sealer.ts'

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
  const kept = new Map<string, { readonly key: Promise<DataKey>; readonly until: number }>()
  let sweeping = false

  /** None stays in memory for longer, whether anybody asks again or not. */
  function sweepSoon(): void {
    if (sweeping) return
    sweeping = true
    setTimeout(() => {
      sweeping = false
      const now = performance.now()
      for (const [name, { until }] of kept) {
        if (until > now) break
        kept.delete(name)
      }
      if (kept.size > 0) sweepSoon()
    }, keptMs / 10).unref()
  }

  return {
    async open(owner, { keyId, wrapped }, unwrap) {
      const name = `${owner}\n${keyId}\n${wrapped.toString('latin1')}`
      const now = performance.now()
      const known = kept.get(name)
      if (known && known.until > now) return known.key
      const key = unwrap().then((secret) => ({ secret }))
      const [oldest] = kept.keys()
      if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest)
      kept.delete(name)
      kept.set(name, { key, until: now + keptMs - keptMs / 10 })
      key.catch(() => kept.delete(name))
      sweepSoon()
      return key
    },
  }
}

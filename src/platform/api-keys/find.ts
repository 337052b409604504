// Finds the principal of an API key. The result is cached for two seconds, so a revoked key can stay valid in a process
// for that long.
import { LRUCache } from 'lru-cache'
import { bounded } from '#src/platform/bounded.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Principal } from '#src/platform/http/route.ts'
import { hashKey, isKey } from './key.ts'
import { createLookUp } from './look-up.ts'
import { type ApiKeyRow, findGood, noteUse } from './store.ts'

const room = bounded(10_000)
const kept = { ...room, ttl: 2_000 }
const hourMs = 3_600_000

type Parts = { readonly db: Db; readonly reads: Db }
/** `expiresAt` is epoch milliseconds. */
type GoodKey = { readonly principal: Principal; readonly expiresAt: number }

export function createKeyFinder({ db, reads }: Parts) {
  const lookUp = createLookUp((hashes) => findGood(reads, hashes))
  // Unknown keys have a cache of their own, so that a flood of them evicts no good key.
  const good = new LRUCache<string, GoodKey>(kept)
  const none = new LRUCache<string, true>(kept)
  const noted = new LRUCache<string, number>(room)

  return async function findKey(key: string): Promise<Principal | undefined> {
    if (!isKey(key)) return undefined
    const known = good.get(key)
    if (known && known.expiresAt > Date.now()) return known.principal
    if (none.get(key)) return undefined
    // The entry counts from the moment of the question, because the answer may be as old as that.
    const start = performance.now()
    const row = await lookUp(hashKey(key))
    if (!row) {
      good.delete(key)
      none.set(key, true, { start })
      return undefined
    }
    const principal = toPrincipal(row)
    good.set(key, { principal, expiresAt: row.expiresAt.getTime() }, { start })
    note(row)
    return principal
  }

  /** Runs beside the request without delaying it; when it fails, the next request tries again. */
  function note({ id, lastUsedAt }: ApiKeyRow): void {
    const hour = Math.floor(Date.now() / hourMs)
    const stored = lastUsedAt ? Math.floor(lastUsedAt.getTime() / hourMs) : 0
    if (stored >= hour || noted.get(id) === hour) return
    noted.set(id, hour)
    noteUse(db, id).catch(() => void noted.delete(id))
  }
}

const toPrincipal = ({ id, tenant, mode, scopes }: ApiKeyRow): Principal => ({
  tenant,
  mode,
  scopes: new Set(scopes),
  keyId: id,
  actor: id,
  subject: `key:${id}`,
  client: `key:${id}`,
})

// Caches for a second which versions are live, because every run asks for them. A roll-out of this process takes effect
// at once, and one of another process within that second.
import { LRUCache } from 'lru-cache'
import { bounded } from '#src/platform/bounded.ts'
import type { Db } from '#src/platform/db/client.ts'
import { databaseOf } from '#src/platform/db/prepared.ts'
import type { Live } from './shares.ts'

type Kept = { readonly live: Live; readonly changes: number }

const keptBy = new WeakMap<object, LRUCache<string, Kept>>()
let changes = 0

/** Drops the cache after a publication or roll-out in this process. */
export function forgetLive(): void {
  changes += 1
}

/** `read` asks the database. A name without a live version is not cached, because it may get one at any moment. */
export async function keepLive(db: Db, name: string, read: () => Promise<Live>): Promise<Live> {
  const database = databaseOf(db)
  const kept = keptBy.get(database) ?? new LRUCache<string, Kept>({ ...bounded(2_000), ttl: 1_000 })
  keptBy.set(database, kept)
  const known = kept.get(name)
  if (known?.changes === changes) return known.live
  const before = changes
  const live = await read()
  if (live.shares.length > 0) kept.set(name, { live, changes: before })
  return live
}

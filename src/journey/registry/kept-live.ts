// What is live is asked with every run: a process keeps it for a second. What it has itself rolled out counts at once, and
// what another process has, within that time.
import { LRUCache } from 'lru-cache'
import type { Db } from '#src/platform/db/client.ts'
import { databaseOf } from '#src/platform/db/prepared.ts'
import type { Live } from './shares.ts'

type Kept = { readonly live: Live; readonly changes: number }

const keptBy = new WeakMap<object, LRUCache<string, Kept>>()
let changes = 0

/** Something was published or rolled out in this process. */
export function forgetLive(): void {
  changes += 1
}

/** `read` asks the database. A name with nothing live is asked again each time: it may be the next moment. */
export async function keepLive(db: Db, name: string, read: () => Promise<Live>): Promise<Live> {
  const database = databaseOf(db)
  const kept = keptBy.get(database) ?? new LRUCache<string, Kept>({ max: 2_000, ttl: 1_000 })
  keptBy.set(database, kept)
  const known = kept.get(name)
  if (known?.changes === changes) return known.live
  const before = changes
  const live = await read()
  if (live.shares.length > 0) kept.set(name, { live, changes: before })
  return live
}

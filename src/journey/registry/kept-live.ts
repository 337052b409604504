// What is live is asked with every run: a process keeps it for a second. What it has itself rolled out counts at once, and
// what another process has, within that time.
import type { Db } from '#src/platform/db/client.ts'
import { databaseOf } from '#src/platform/db/prepared.ts'
import type { Live } from './shares.ts'

const keptMs = 1_000
const keptMax = 2_000

type Kept = { readonly live: Live; readonly until: number; readonly changes: number }

const keptBy = new WeakMap<object, Map<string, Kept>>()
let changes = 0

/** Something was published or rolled out in this process. */
export function forgetLive(): void {
  changes += 1
}

/** `read` asks the database. A name with nothing live is asked again each time: it may be the next moment. */
export async function keepLive(db: Db, name: string, read: () => Promise<Live>): Promise<Live> {
  const database = databaseOf(db)
  const kept = keptBy.get(database) ?? new Map<string, Kept>()
  keptBy.set(database, kept)
  const known = kept.get(name)
  if (known && known.changes === changes && known.until > performance.now()) return known.live
  const before = changes
  const live = await read()
  if (kept.size >= keptMax) kept.clear()
  if (live.shares.length > 0)
    kept.set(name, { live, until: performance.now() + keptMs, changes: before })
  return live
}

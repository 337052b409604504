import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from './sealer.ts'

/** A table that keeps wrapped data keys: it knows which master keys it needs, and wraps its keys anew. */
export type KeyHolder = {
  /** Whether one of its keys is wrapped by this master key. */
  needs(db: Db, masterId: string): Promise<boolean>
  /** Wraps what this master key has wrapped, as far as nobody else holds it; resolves to how many. */
  rewrap(db: Db, sealer: Sealer, masterId: string): Promise<number>
}

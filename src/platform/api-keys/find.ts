// From a key that was sent to whoever it stands for. What was found is remembered for two seconds: so long a revoked
// key can still be good in a process.
import type { Db } from '#src/platform/db/client.ts'
import type { Principal } from '#src/platform/http/route.ts'
import { isKey } from './key.ts'
import { createLookUp } from './look-up.ts'
import { type ApiKeyRow, noteUse } from './store.ts'

const rememberedMs = 2_000
const rememberedMax = 10_000
const hourMs = 3_600_000

type Parts = { readonly db: Db; readonly reads: Db }
/** `expiresAt` is a date (epoch ms); `until` of a clock that nobody sets. */
type Known = {
  readonly principal: Principal | undefined
  readonly expiresAt: number
  readonly until: number
}
type Remembered = Map<string, Known>

export function createKeyFinder({ db, reads }: Parts) {
  const lookUp = createLookUp(reads)
  // Apart, so that a flood of keys that are none makes nobody forget a good one.
  const good: Remembered = new Map()
  const none: Remembered = new Map()
  const noted = new Map<string, number>()

  return async function findKey(key: string): Promise<Principal | undefined> {
    if (!isKey(key)) return undefined
    const now = performance.now()
    const remembered = good.get(key) ?? none.get(key)
    if (remembered && remembered.until > now && remembered.expiresAt > Date.now())
      return remembered.principal
    const row = await lookUp(key)
    const principal = row && toPrincipal(row)
    const expiresAt = row?.expiresAt.getTime() ?? Infinity
    good.delete(key)
    none.delete(key)
    const kept = row ? good : none
    if (kept.size >= rememberedMax) kept.clear()
    kept.set(key, { principal, expiresAt, until: now + rememberedMs })
    if (row) note(row)
    return principal
  }

  /** Beside the request: nobody waits for it, and a failure is made good by the next one. */
  function note({ id, lastUsedAt }: ApiKeyRow): void {
    const hour = Math.floor(Date.now() / hourMs)
    const stored = lastUsedAt ? Math.floor(lastUsedAt.getTime() / hourMs) : 0
    if (stored >= hour || noted.get(id) === hour) return
    if (noted.size >= rememberedMax) noted.clear()
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

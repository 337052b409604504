// From a key that was sent to whoever it stands for. What was found is remembered for two seconds: so long a revoked
// key can still be good in a process.
import type { Db } from '#src/platform/db/client.ts'
import type { Principal } from '#src/platform/http/route.ts'
import { isKey } from './key.ts'
import { type ApiKeyRow, findGood, noteUse } from './store.ts'

const rememberedMs = 2_000
const rememberedMax = 10_000
const hourMs = 3_600_000

type Parts = { readonly db: Db; readonly reads: Db }
type Known = { readonly principal: Principal | undefined; readonly until: number }

export function createKeyFinder({ db, reads }: Parts) {
  const known = new Map<string, Known>()
  const noted = new Map<string, number>()

  return async function findKey(key: string): Promise<Principal | undefined> {
    if (!isKey(key)) return undefined
    const now = Date.now()
    const remembered = known.get(key)
    if (remembered && remembered.until > now) return remembered.principal
    const row = await findGood(reads, key)
    if (known.size >= rememberedMax) known.clear()
    const principal = row && toPrincipal(row)
    const end = row ? Math.min(row.expiresAt.getTime(), now + rememberedMs) : now + rememberedMs
    known.set(key, { principal, until: end })
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

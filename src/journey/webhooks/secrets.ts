// The secrets of an endpoint, sealed under a data key of its own.
import { and, eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { assert } from '#src/platform/assert.ts'
import type { Sealed } from '#src/platform/db/columns.ts'
import type { KeyHolder, SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import { openSigner, type Secret, type Signer } from './signing.ts'
import { webhookEndpoints } from './table.ts'

export type Endpoint = typeof webhookEndpoints.$inferSelect

type Named = Pick<Endpoint, 'tenant' | 'id'>
export type SealedSecrets = Named & Pick<Endpoint, 'keyId' | 'wrappedKey' | 'secrets'>

/** The name in place of a transaction’s id, because data keys are bound to a transaction and this one has none. */
const holderOf = (id: string) => `webhook ${id}`

const contextOf = ({ tenant, id }: Named): SealContext => ({
  tenant,
  transaction: holderOf(id),
  table: 'webhook_endpoint',
  column: 'secrets',
  rowId: id,
})

export async function sealFirst(
  sealer: Sealer,
  named: Named,
  secrets: readonly Secret[],
): Promise<Pick<Endpoint, 'keyId' | 'wrappedKey' | 'secrets'>> {
  const { wrapped, key } = await sealer.createKey(named.tenant, holderOf(named.id))
  assert(wrapped.wrapped, 'the new key is not wrapped')
  const sealed = sealer.seal(key, contextOf(named), secrets)
  return { keyId: wrapped.keyId, wrappedKey: wrapped.wrapped, secrets: sealed }
}

export async function openSecrets(sealer: Sealer, row: SealedSecrets): Promise<Secret[]> {
  const key = await openKey(sealer, row)
  return sealer.unseal<Secret[]>(key, contextOf(row), row.secrets)
}

export async function sealAgain(
  sealer: Sealer,
  row: SealedSecrets,
  secrets: readonly Secret[],
): Promise<Sealed> {
  return sealer.seal(await openKey(sealer, row), contextOf(row), secrets)
}

const openKey = (sealer: Sealer, { tenant, id, keyId, wrappedKey }: SealedSecrets) =>
  sealer.openKey(tenant, holderOf(id), { keyId, wrapped: wrappedKey })

/** Opens the signers of an endpoint and caches them for a minute, to save the opening of a key per delivery. */
export function createSigners(sealer: Sealer) {
  const kept = new LRUCache<string, Promise<Signer[]>>({ max: 1_000, ttl: 60_000 })
  return (row: SealedSecrets): Promise<Signer[]> => {
    // Each sealing has a new nonce, so the cache never returns older secrets.
    const name = `${row.id} ${row.secrets.subarray(0, 16).toString('hex')}`
    const known = kept.get(name)
    if (known) return known
    const signers = openSecrets(sealer, row).then((secrets) => secrets.map(openSigner))
    kept.set(name, signers)
    signers.catch(() => kept.delete(name))
    return signers
  }
}

export const webhookKeys: KeyHolder = {
  async needs(db, masterId) {
    return (await db.$count(webhookEndpoints, eq(webhookEndpoints.keyId, masterId))) > 0
  },
  async rewrap(db, sealer, masterId) {
    let rotated = 0
    const rows = await db
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.keyId, masterId))
      .limit(500)
    for (const { id, tenant, keyId, wrappedKey: wrapped } of rows) {
      const anew = await sealer.rewrap(tenant, holderOf(id), { keyId, wrapped })
      if (!anew?.wrapped) continue
      await db
        .update(webhookEndpoints)
        .set({ keyId: anew.keyId, wrappedKey: anew.wrapped })
        .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.keyId, masterId)))
      rotated++
    }
    return rotated
  },
}

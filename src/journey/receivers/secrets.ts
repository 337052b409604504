// The signing secrets of an address of a tenant (a webhook, an endpoint), sealed under a data key of its own.
import { and, eq } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import { bounded } from '#src/platform/bounded.ts'
import { assert } from '#src/platform/assert.ts'
import type { Sealed } from '#src/platform/db/columns.ts'
import type { DataKey } from '#src/platform/seal/keys.ts'
import type { KeyHolder, SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import { makeSecret, openSigner, type Secret, type ShownSecret, type Signer } from './signing.ts'

type Named = { readonly tenant: string; readonly id: string }
type OwnKey = { readonly keyId: string; readonly wrappedKey: Buffer }
export type SealedSecrets = Named & OwnKey & { readonly secrets: Sealed }

/**
 * Names what is sealed of a row, such as the column `secrets` of `webhook_endpoint`. `holder` distinguishes the keys of
 * different tables.
 */
export type Kind = { readonly holder: string; readonly table: string }

/** The name in place of a transaction’s id, because data keys are bound to a transaction and this one has none. */
const holderOf = ({ holder }: Kind, id: string) => `${holder} ${id}`

const contextOf = (kind: Kind, { tenant, id }: Named, column: string): SealContext => ({
  tenant,
  transaction: holderOf(kind, id),
  table: kind.table,
  column,
  rowId: id,
})

/** Makes the data key of a new row. */
async function createOwnKey(
  sealer: Sealer,
  kind: Kind,
  { tenant, id }: Named,
): Promise<OwnKey & { readonly key: DataKey }> {
  const { wrapped, key } = await sealer.createKey(tenant, holderOf(kind, id))
  assert(wrapped.wrapped, 'the new key is not wrapped')
  return { keyId: wrapped.keyId, wrappedKey: wrapped.wrapped, key }
}

export const openOwnKey = (
  sealer: Sealer,
  kind: Kind,
  { tenant, id, keyId, wrappedKey }: Named & OwnKey,
): Promise<DataKey> => sealer.openKey(tenant, holderOf(kind, id), { keyId, wrapped: wrappedKey })

/** A column that is sealed under the row’s own key. */
export const ownColumn = <Value>(sealer: Sealer, kind: Kind, column: string) => ({
  seal: (key: DataKey, named: Named, value: Value): Sealed =>
    sealer.seal(key, contextOf(kind, named, column), value),
  unseal: (key: DataKey, named: Named, sealed: Buffer): Value =>
    sealer.unseal<Value>(key, contextOf(kind, named, column), sealed),
})

/** A first secret for a new row, with the key that seals it. */
export async function sealFirstSecret(sealer: Sealer, kind: Kind, named: Named) {
  const { key, ...own } = await createOwnKey(sealer, kind, named)
  const { secret, shown } = makeSecret()
  const secrets = ownColumn<readonly Secret[]>(sealer, kind, 'secrets').seal(key, named, [secret])
  return { key, secret, columns: { ...own, secrets, shownSecrets: [shown] } }
}

/** Adds a secret. The previous one keeps signing for the overlap, and older ones stop. */
export async function addSecret(
  sealer: Sealer,
  kind: Kind,
  row: SealedSecrets & { readonly shownSecrets: readonly ShownSecret[] },
  overlapSeconds: number,
) {
  const key = await openOwnKey(sealer, kind, row)
  const column = ownColumn<readonly Secret[]>(sealer, kind, 'secrets')
  const { secret, shown } = makeSecret()
  const end = new Date(Date.now() + overlapSeconds * 1_000).toISOString()
  const secrets = [...shorten(column.unseal(key, row, row.secrets), end), secret]
  return {
    secret,
    columns: {
      secrets: column.seal(key, row, secrets),
      shownSecrets: [...shorten(row.shownSecrets, end), shown],
    },
  }
}

const shorten = <One extends Pick<Secret, 'expiresAt'>>(all: readonly One[], end: string): One[] =>
  all.slice(-1).map((one) => ({ ...one, expiresAt: end }))

/** The public parts of the secrets that are not expired. */
export const goodSecrets = (shown: readonly ShownSecret[]) =>
  shown
    .filter(({ expiresAt }) => expiresAt === undefined || Date.parse(expiresAt) > Date.now())
    .map((one) => ({ ...one }))

/** Opens the signers of a row and caches them for a minute, to save the opening of a key per request. */
export function createSigners(sealer: Sealer, kind: Kind) {
  const column = ownColumn<readonly Secret[]>(sealer, kind, 'secrets')
  const kept = new LRUCache<string, Promise<Signer[]>>({ ...bounded(1_000), ttl: 60_000 })
  return (row: SealedSecrets): Promise<Signer[]> => {
    // Each sealing has a new nonce, so the cache never returns older secrets.
    const name = `${row.id} ${row.secrets.subarray(0, 16).toString('hex')}`
    const known = kept.get(name)
    if (known) return known
    const signers = openOwnKey(sealer, kind, row).then((key) =>
      column.unseal(key, row, row.secrets).map(openSigner),
    )
    kept.set(name, signers)
    signers.catch(() => kept.delete(name))
    return signers
  }
}

type KeyTable = PgTable & Readonly<Record<'id' | 'tenant' | 'keyId' | 'wrappedKey', AnyPgColumn>>

/** The data keys of a table, for a rotation of the master key. */
export function ownKeysOf(kind: Kind, table: KeyTable): KeyHolder {
  const { id, tenant, keyId, wrappedKey } = table
  return {
    async needs(db, masterId) {
      return (await db.$count(table, eq(keyId, masterId))) > 0
    },
    async rewrap(db, sealer, masterId) {
      let rotated = 0
      const rows = await db
        .select({ id, tenant, keyId, wrappedKey })
        .from(table)
        .where(eq(keyId, masterId))
        .limit(500)
      for (const row of rows) {
        // Safe because the columns of these names hold texts and bytes in every such table.
        const own = row as Named & OwnKey
        const before = { keyId: own.keyId, wrapped: own.wrappedKey }
        const anew = await sealer.rewrap(own.tenant, holderOf(kind, own.id), before)
        if (!anew?.wrapped) continue
        await db
          .update(table)
          .set({ keyId: anew.keyId, wrappedKey: anew.wrapped })
          .where(and(eq(id, own.id), eq(keyId, masterId)))
        rotated++
      }
      return rotated
    },
  }
}

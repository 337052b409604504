// The history of a transaction’s numbers in the database. Functions that write expect the transaction’s row to be
// locked.
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import type { Counts } from '#src/journey/capabilities/erased.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { KeyedHash, PhoneHash } from './hash.ts'
import { phoneUses } from './table.ts'

export { hashDocument, hashPhone, hashPrefix } from './hash.ts'

/** Takes locks that are held until the commit ends, always in one order, so that two commits never deadlock. */
export async function lockHashes(
  tx: Db,
  hashes: readonly Pick<PhoneHash, 'lockId'>[],
): Promise<void> {
  const ids = [...new Set(hashes.map(({ lockId }) => lockId))].toSorted()
  await lockAll(tx).execute({ ids: ids.join(',') })
}

const lockAll = buildSqlOnce(
  () =>
    sql`select pg_advisory_xact_lock(id::bigint)
      from unnest(string_to_array(${sql.placeholder('ids')}, ',')) as id`,
)

/** Records that this transaction’s document contained these numbers; once per transaction and number. */
export async function recordUse(
  tx: Db,
  locked: Locked,
  hashes: readonly KeyedHash[],
  document: KeyedHash,
): Promise<void> {
  if (hashes.length === 0) return
  const current = hashes.map((hash) => hash.current.toString('hex')).join(',')
  await insertUses(tx).execute({
    id: locked.id,
    hashes: current,
    document: document.current.toString('hex'),
    at: locked.wallNow.toISOString(),
  })
}

const insertUses = buildSqlOnce(
  () => sql`
    insert into ${phoneUses} (transaction_id, phone_hash, document_hash, used_at)
    select ${sql.placeholder('id')}::uuid, decode(hex, 'hex'), decode(${sql.placeholder('document')}, 'hex'),
      ${sql.placeholder('at')}::timestamptz
    from unnest(string_to_array(${sql.placeholder('hashes')}, ',')) as hex
    on conflict do nothing`,
)

/** Deletes the uses of an erased transaction. */
export async function forgetUses(tx: Db, transactionId: string): Promise<Counts> {
  const gone = await tx
    .delete(phoneUses)
    .where(eq(phoneUses.transactionId, transactionId))
    .returning({ id: phoneUses.transactionId })
  return { hashes: gone.length }
}

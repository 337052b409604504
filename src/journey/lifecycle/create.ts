import { sql } from 'drizzle-orm'
import { append } from '#src/journey/journal/append.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { fieldsPlace } from '#src/journey/transaction/store.ts'
import { submissions, transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { transactionCreated } from './kinds.ts'

/** Stores the fields sealed under a new data key, and begins the journal. */
export async function createTransaction(
  tx: Db,
  sealer: Sealer,
  { tenant, mode }: Owner,
  fields: StoredFields,
): Promise<Locked> {
  const id = newId()
  const { wrapped, key } = await sealer.createKey(tenant, id)
  const sealed = sealer.seal(key, fieldsPlace(tenant, id), fields)
  // A workflow is started by the sweep of the next second, if nothing has done so before.
  const [row] = await tx.execute<{ created_at: string; sweep_at: number }>(sql`
    with narrow as (
      insert into ${transactions} (id, tenant, mode, sweep_at)
      values (${id}, ${tenant}, ${mode}, floor(extract(epoch from clock_timestamp()) * 1000) + 1000)
      returning sweep_at
    )
    insert into ${submissions} (id, tenant, mode, created_at, fields, key_id, wrapped_key)
    select ${id}, ${tenant}, ${mode}, clock_timestamp(), ${sealed},
      ${wrapped.keyId}, ${wrapped.wrapped}
    from narrow
    returning created_at, (select sweep_at from narrow) as sweep_at`)
  if (!row) throw new Error('the insert gave no row')
  const createdAt = new Date(row.created_at)
  const before = {
    lastSeq: 0,
    seenSeq: 0,
    tasks: [],
    armedAt: null,
    sweepAt: Number(row.sweep_at),
    clockOffsetMs: 0,
    pack: null,
  }
  const locked: Locked = {
    id,
    tenant,
    mode,
    createdAt,
    now: createdAt,
    wallNow: createdAt,
    key: wrapped,
    fields: sealed,
    erased: false,
    before,
    clockOffsetMs: 0,
    lastSeq: 0,
    tasks: [],
    pack: null,
    unwritten: [],
    mustNudge: false,
    nudges: false,
  }
  append(locked, { kind: transactionCreated, code: mode })
  return locked
}

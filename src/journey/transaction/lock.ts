// Locks a transaction: its narrow row, with what was submitted read beside it.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { named, readRow } from '#src/platform/db/rows.ts'
import type { Locked, Owner } from './locked.ts'
import { stateColumns, toLocked } from './row.ts'
import { submissions, transactions } from './table.ts'

/** Locks a caller's own transaction; undefined for an unknown, foreign, erased or restricted one. */
export function lockTransaction(tx: Db, owner: Owner, id: string): Promise<Locked | undefined> {
  const { tenant, mode } = owner
  return lockWhere(tx, sql`id = ${id} and tenant = ${tenant} and mode = ${mode}`)
}

/** Locks for whoever acts for the transaction itself: a task, a callback, a link. */
export function lockById(tx: Db, id: string): Promise<Locked | undefined> {
  return lockWhere(tx, sql`id = ${id}`)
}

/** For what is decided about its data: one that is restricted too. */
export function lockKept(tx: Db, owner: Owner, id: string): Promise<Locked | undefined> {
  const { tenant, mode } = owner
  return lockWhere(tx, sql`id = ${id} and tenant = ${tenant} and mode = ${mode}`, { kept: true })
}

const known = {
  id: transactions.id,
  tenant: transactions.tenant,
  mode: transactions.mode,
  erasedAt: transactions.erasedAt,
  restrictedAt: transactions.restrictedAt,
}
const submitted = {
  createdAt: submissions.createdAt,
  fields: submissions.fields,
  keyId: submissions.keyId,
  wrapped: submissions.wrappedKey,
}

async function lockWhere(
  tx: Db,
  condition: SQL,
  { kept = false } = {},
): Promise<Locked | undefined> {
  // The clock is read outside the locking query: inside it would be read before the wait for the lock.
  const [row] = await tx.execute<{ readonly wall: string }>(sql`
    with locked as (
      select ${named(known)}, ${stateColumns} from ${transactions} where ${condition} for no key update
    )
    select locked.*, ${named(submitted)}, clock_timestamp() as wall
    from locked join ${submissions} submitted on submitted.id = locked.id
    where erased_at is null and (${kept} or locked.restricted_at is null)`)
  if (!row) return undefined
  const { id, tenant, mode, restrictedAt } = readRow(known, row)
  const { createdAt, fields, keyId, wrapped } = readRow(submitted, row)
  return toLocked(
    { id, tenant, mode, createdAt, key: { keyId, wrapped }, fields, restrictedAt },
    row,
    new Date(row.wall),
  )
}

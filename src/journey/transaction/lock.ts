// Locks a transaction: its narrow row, with the submission read beside it.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import { named, readRow } from '#src/platform/db/rows.ts'
import type { Locked, Owner } from './locked.ts'
import { toLocked } from './row.ts'
import { columns, stateColumns } from './row-columns.ts'
import { submissions, transactions } from './table.ts'

/** Locks a caller’s own transaction; undefined for an unknown, foreign, erased or restricted one. */
export async function lockTransaction(
  tx: Db,
  { tenant, mode }: Owner,
  id: string,
): Promise<Locked | undefined> {
  return readLocked(await lockOwn(tx).execute({ id, tenant, mode }))
}

/** Locks a transaction for its own processes: a task, a callback, a link. */
export async function lockById(tx: Db, id: string): Promise<Locked | undefined> {
  return readLocked(await lockAny(tx).execute({ id }))
}

/**
 * Locks those of several transactions that nobody else holds, in the order of their ids and without waiting; erased and
 * restricted ones are left out.
 */
export async function lockFree(tx: Db, ids: readonly string[]): Promise<Locked[]> {
  const rows = await lockSeveral(tx).execute({ ids: `{${ids.join(',')}}` })
  return rows.map(toLockedRow)
}

/** Locks a restricted transaction too, for decisions about its data. */
export async function lockKept(
  tx: Db,
  { tenant, mode }: Owner,
  id: string,
): Promise<Locked | undefined> {
  return readLocked(await lockOwnKept(tx).execute({ id, tenant, mode }))
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
  corrections: submissions.corrections,
  takenBack: submissions.takenBack,
  keyId: submissions.keyId,
  wrapped: submissions.wrappedKey,
}

type Row = Readonly<Record<string, unknown>> & { readonly wall: string }

const lockWhere = (condition: SQL, { kept = false, waits = true } = {}) =>
  // The clock is read outside the locking query; inside, it would be read before the wait for the lock.
  buildSqlOnce<Row>(
    () => sql`
    with locked as (
      select ${named(known)}, ${stateColumns} from ${transactions} where ${condition}
      for no key update${waits ? sql`` : sql` skip locked`}
    )
    select locked.*, ${named(submitted)}, clock_timestamp() as wall
    from locked join ${submissions} submitted on submitted.id = locked.id
    where erased_at is null${kept ? sql`` : sql` and locked.restricted_at is null`}`,
  )

const isIt = sql`id = ${sql.placeholder('id')}`
const isOwn = sql`${isIt} and tenant = ${sql.placeholder('tenant')} and mode = ${sql.placeholder('mode')}`
const lockAny = lockWhere(isIt)
const lockOwn = lockWhere(isOwn)
const lockOwnKept = lockWhere(isOwn, { kept: true })
const lockSeveral = lockWhere(
  // The subquery gives the list one estimated length, so that the plan is kept.
  sql`id = any(array(select unnest((${sql.placeholder('ids')}::text)::uuid[]))) order by id`,
  { waits: false },
)

const readLocked = ([row]: readonly Row[]): Locked | undefined => row && toLockedRow(row)

function toLockedRow(row: Row): Locked {
  const { id, tenant, mode, restrictedAt } = readRow(known, row)
  const { keyId, wrapped, ...rest } = readRow(submitted, row)
  return toLocked(
    { id, tenant, mode, ...rest, key: { keyId, wrapped }, restrictedAt },
    readRow(columns, row),
    new Date(row.wall),
  )
}

import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce } from '#src/platform/db/prepared.ts'
import { append } from '#src/journey/journal/append.ts'
import { newId } from '#src/platform/ids.ts'
import type { Place, Sealer, WrappedKey } from '#src/platform/seal/sealer.ts'
import { forgetHashes } from '#src/journey/lifecycle/forget.ts'
import { erased, transactionCreated } from '#src/journey/lifecycle/kinds.ts'
import type { Locked, Owner } from './locked.ts'
import type { StoredFields } from './schema.ts'
import { transactions } from '#src/journey/agenda/table.ts'
import { submissions } from './table.ts'

export { lockById, lockTransaction } from './lock.ts'

type Row = typeof submissions.$inferSelect

/** What was submitted, as a reader takes it. */
export type Submitted = Owner & {
  readonly id: string
  readonly createdAt: Date
  readonly key: WrappedKey
  readonly fields: Row['fields']
  /** A keyed hash of the program that made it. */
  readonly client: string | null
}

/** A transaction as a reader takes it: no lock, times as they were stored. */
export type Found = Submitted & { readonly clockOffsetMs: number; readonly lastSeq: number }

/** Stores the fields sealed under a new data key, and begins the journal. */
export async function createTransaction(
  tx: Db,
  sealer: Sealer,
  { tenant, mode, client = null }: Owner & { readonly client?: string | null },
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
    insert into ${submissions} (id, tenant, mode, created_at, fields, key_id, wrapped_key, client)
    select ${id}, ${tenant}, ${mode}, clock_timestamp(), ${sealed},
      ${wrapped.keyId}, ${wrapped.wrapped}, ${client}::text
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

const placeholder = sql.placeholder

const submitted = {
  id: submissions.id,
  tenant: submissions.tenant,
  mode: submissions.mode,
  createdAt: submissions.createdAt,
  client: submissions.client,
  fields: submissions.fields,
  keyId: submissions.keyId,
  wrappedKey: submissions.wrappedKey,
}
const { fields: _fields, ...unsealed } = submitted
const times = { clockOffsetMs: transactions.clockOffsetMs, lastSeq: transactions.lastSeq }
const read = { ...submitted, ...times }

/** A transaction without what was submitted. */
export type FoundBrief = Omit<Found, 'fields'>

/** For statements that read something beside it, by `submissions` and `transactions`, `isOwn` and `toBrief`. */
export const briefColumns = { ...unsealed, ...times }

/** By `id`, `tenant` and `mode`. */
export const isOwn = and(
  eq(submissions.id, placeholder('id')),
  eq(submissions.tenant, placeholder('tenant')),
  eq(submissions.mode, placeholder('mode')),
)

const ownSubmission = buildOnce((db: Db) =>
  db.select(submitted).from(submissions).where(isOwn).prepare('own_submission'),
)
const ownTransaction = buildOnce((db: Db) =>
  db
    .select(read)
    .from(submissions)
    .innerJoin(transactions, eq(transactions.id, submissions.id))
    .where(isOwn)
    .prepare('own_transaction'),
)
const anyTransaction = buildOnce((db: Db) =>
  db
    .select(read)
    .from(submissions)
    .innerJoin(transactions, eq(transactions.id, submissions.id))
    .where(eq(submissions.id, placeholder('id')))
    .prepare('any_transaction'),
)

/** What a caller submitted; undefined for an unknown, foreign or erased transaction. */
export async function findSubmitted(
  db: Db,
  { tenant, mode }: Owner,
  id: string,
): Promise<Submitted | undefined> {
  const [row] = await ownSubmission(db).execute({ id, tenant, mode })
  return row?.wrappedKey ? withKey(row) : undefined
}

/** A caller's own transaction; undefined for an unknown, foreign or erased one. */
export async function findTransaction(
  db: Db,
  { tenant, mode }: Owner,
  id: string,
): Promise<Found | undefined> {
  const [row] = await ownTransaction(db).execute({ id, tenant, mode })
  return row?.wrappedKey ? withKey(row) : undefined
}

export async function findById(db: Db, id: string): Promise<Found | undefined> {
  const [row] = await anyTransaction(db).execute({ id })
  return row?.wrappedKey ? withKey(row) : undefined
}

export async function readFields(
  sealer: Sealer,
  { tenant, id, key, fields }: Pick<Submitted, 'tenant' | 'id' | 'key' | 'fields'>,
): Promise<StoredFields> {
  const dataKey = await sealer.openKey(tenant, id, key)
  return sealer.unseal<StoredFields>(dataKey, fieldsPlace(tenant, id), fields)
}

/** The transaction's now for a reader, from this process's clock: a reader decides nothing. */
export function readerNow({ clockOffsetMs }: Pick<Found, 'clockOffsetMs'>): Date {
  return new Date(Date.now() + clockOffsetMs)
}

/** Destroys the data key and what could still be found by hashes, and says so, in the caller's commit. */
export async function eraseTransaction(tx: Db, locked: Locked): Promise<void> {
  append(locked, { kind: erased })
  locked.mustNudge = true
  await forgetHashes(tx, locked.id)
  await tx.update(submissions).set({ wrappedKey: null }).where(eq(submissions.id, locked.id))
  await tx.update(transactions).set({ erasedAt: locked.now }).where(eq(transactions.id, locked.id))
}

/** Undefined for an erased one. */
export function toBrief(row: Omit<Row, 'fields'> & Pick<Found, 'clockOffsetMs' | 'lastSeq'>) {
  return row.wrappedKey ? withKey(row) : undefined
}

const fieldsPlace = (tenant: string, id: string): Place => ({
  tenant,
  transaction: id,
  table: 'transaction',
  column: 'fields',
  rowId: id,
})

function withKey<R extends Pick<Row, 'keyId' | 'wrappedKey'>>({ keyId, wrappedKey, ...rest }: R) {
  return { ...rest, key: { keyId, wrapped: wrappedKey } }
}

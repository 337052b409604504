import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import { buildOnce } from '#src/db/prepared.ts'
import { append } from '#src/journal/append.ts'
import { newId } from '#src/ids.ts'
import type { Place, Sealer, WrappedKey } from '#src/seal/sealer.ts'
import type { Locked, Owner } from './locked.ts'
import type { StoredFields } from './schema.ts'
import { transactions } from './table.ts'

type Row = typeof transactions.$inferSelect

/** A transaction as a reader takes it: no lock, times as they were stored. */
export type Found = Owner & {
  readonly id: string
  readonly createdAt: Date
  readonly key: WrappedKey
  readonly clockOffsetMs: number
  readonly lastSeq: number
  readonly erased: boolean
  readonly fields: Row['fields']
}

/** Stores the fields sealed under a new data key, and begins the journal. */
export async function createTransaction(
  tx: Db,
  sealer: Sealer,
  { tenant, mode }: Owner,
  fields: StoredFields,
): Promise<Locked> {
  const id = newId()
  const { wrapped, key } = await sealer.createKey(tenant, id)
  const [row] = await tx
    .insert(transactions)
    .values({
      id,
      tenant,
      mode,
      createdAt: sql`clock_timestamp()`,
      fields: sealer.seal(key, fieldsPlace(tenant, id), fields),
      keyId: wrapped.keyId,
      wrappedKey: wrapped.wrapped,
      nextNudgeAt: sql`clock_timestamp()`,
    })
    .returning()
  if (!row) throw new Error('the insert gave no row')
  const locked = toLocked(row, row.createdAt)
  await append(tx, locked, [{ kind: 'transaction-created', code: mode }])
  return locked
}

/** Locks the row of a caller's own transaction; undefined for an unknown, foreign or erased one. */
export function lockTransaction(tx: Db, owner: Owner, id: string): Promise<Locked | undefined> {
  const { tenant, mode } = owner
  return lockWhere(tx, sql`id = ${id} and tenant = ${tenant} and mode = ${mode}`)
}

/** Locks the row for an activity, which acts for the transaction itself. */
export function lockById(tx: Db, id: string): Promise<Locked | undefined> {
  return lockWhere(tx, sql`id = ${id}`)
}

type LockedRow = {
  readonly id: string
  readonly tenant: string
  readonly mode: Owner['mode']
  readonly created_at: string
  readonly fields: Row['fields']
  readonly key_id: string
  readonly wrapped_key: Buffer
  readonly clock_offset_ms: string
  readonly last_seq: number
  readonly wall: string
}

async function lockWhere(tx: Db, condition: SQL): Promise<Locked | undefined> {
  // The clock is read outside the locking query: inside it would be read before the wait for the lock.
  const [row] = await tx.execute<LockedRow>(sql`
    with locked as (
      select * from ${transactions} where ${condition} for no key update
    )
    select id, tenant, mode, created_at, fields, key_id, wrapped_key, clock_offset_ms, last_seq,
      clock_timestamp() as wall
    from locked where erased_at is null`)
  if (!row) return undefined
  const { id, tenant, mode, fields } = row
  const wallNow = new Date(row.wall)
  const clockOffsetMs = Number(row.clock_offset_ms)
  return {
    id,
    tenant,
    mode,
    createdAt: new Date(row.created_at),
    key: { keyId: row.key_id, wrapped: row.wrapped_key },
    fields,
    clockOffsetMs,
    lastSeq: row.last_seq,
    erased: false,
    wallNow,
    now: new Date(wallNow.getTime() + clockOffsetMs),
    woken: false,
  }
}

const placeholder = sql.placeholder

/** What a reader takes; the marks of the journal's readers are not among it. */
const read = {
  id: transactions.id,
  tenant: transactions.tenant,
  mode: transactions.mode,
  createdAt: transactions.createdAt,
  fields: transactions.fields,
  keyId: transactions.keyId,
  wrappedKey: transactions.wrappedKey,
  erasedAt: transactions.erasedAt,
  clockOffsetMs: transactions.clockOffsetMs,
  lastSeq: transactions.lastSeq,
}

const ownTransaction = buildOnce((db: Db) =>
  db
    .select(read)
    .from(transactions)
    .where(
      and(
        eq(transactions.id, placeholder('id')),
        eq(transactions.tenant, placeholder('tenant')),
        eq(transactions.mode, placeholder('mode')),
      ),
    )
    .prepare('own_transaction'),
)

const anyTransaction = buildOnce((db: Db) =>
  db
    .select(read)
    .from(transactions)
    .where(eq(transactions.id, placeholder('id')))
    .prepare('any_transaction'),
)

export async function findTransaction(
  db: Db,
  { tenant, mode }: Owner,
  id: string,
): Promise<Found | undefined> {
  const [row] = await ownTransaction(db).execute({ id, tenant, mode })
  return row && !row.erasedAt ? toFound(row) : undefined
}

export async function findById(db: Db, id: string): Promise<Found | undefined> {
  const [row] = await anyTransaction(db).execute({ id })
  return row && !row.erasedAt ? toFound(row) : undefined
}

export async function readFields(
  sealer: Sealer,
  { tenant, id, key, fields }: Pick<Found, 'tenant' | 'id' | 'key' | 'fields'>,
): Promise<StoredFields> {
  const dataKey = await sealer.openKey(tenant, id, key)
  return sealer.unseal<StoredFields>(dataKey, fieldsPlace(tenant, id), fields)
}

/** The transaction's now for a reader, from this process's clock: a reader decides nothing. */
export function readerNow({ clockOffsetMs }: Pick<Found, 'clockOffsetMs'>): Date {
  return new Date(Date.now() + clockOffsetMs)
}

/** Destroys the data key and says so in the journal, in the caller's commit (design, rule 11). */
export async function eraseTransaction(tx: Db, locked: Locked): Promise<void> {
  await append(tx, locked, [{ kind: 'erased' }])
  await tx
    .update(transactions)
    .set({ wrappedKey: null, erasedAt: locked.now })
    .where(eq(transactions.id, locked.id))
}

const fieldsPlace = (tenant: string, id: string): Place => ({
  tenant,
  transaction: id,
  table: 'transaction',
  column: 'fields',
  rowId: id,
})

function toFound({
  id,
  tenant,
  mode,
  createdAt,
  keyId,
  wrappedKey,
  erasedAt,
  ...rest
}: Pick<Row, keyof typeof read>): Found {
  const { clockOffsetMs, lastSeq, fields } = rest
  const key = { keyId, wrapped: wrappedKey }
  return {
    id,
    tenant,
    mode,
    createdAt,
    key,
    clockOffsetMs,
    lastSeq,
    fields,
    erased: erasedAt !== null,
  }
}

function toLocked(row: Row, wallNow: Date): Locked {
  const now = new Date(wallNow.getTime() + row.clockOffsetMs)
  return { ...toFound(row), now, wallNow, woken: false }
}

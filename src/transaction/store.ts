import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
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

const wallClock = sql<Date>`clock_timestamp()`.mapWith(transactions.createdAt)

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
  return lockWhere(tx, ownedBy(owner, id))
}

/** Locks the row for an activity, which acts for the transaction itself. */
export function lockById(tx: Db, id: string): Promise<Locked | undefined> {
  return lockWhere(tx, eq(transactions.id, id))
}

async function lockWhere(tx: Db, condition: SQL | undefined): Promise<Locked | undefined> {
  // The clock is read outside the locking query: inside it would be read before the wait for the lock.
  const locked = tx
    .$with('locked')
    .as(tx.select().from(transactions).where(condition).for('no key update'))
  const [found] = await tx
    .with(locked)
    .select({ row: locked._.selectedFields, wall: wallClock })
    .from(locked)
  if (!found || found.row.erasedAt) return undefined
  return toLocked(found.row, found.wall)
}

export async function findTransaction(
  db: Db,
  owner: Owner,
  id: string,
): Promise<Found | undefined> {
  const [row] = await db.select().from(transactions).where(ownedBy(owner, id))
  return row && !row.erasedAt ? toFound(row) : undefined
}

export async function findById(db: Db, id: string): Promise<Found | undefined> {
  const [row] = await db.select().from(transactions).where(eq(transactions.id, id))
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

const ownedBy = ({ tenant, mode }: Owner, id: string) =>
  and(eq(transactions.id, id), eq(transactions.tenant, tenant), eq(transactions.mode, mode))

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
}: Row): Found {
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

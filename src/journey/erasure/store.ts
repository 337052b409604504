// Stores receipts, holds and relationships; the functions that change one expect the transaction’s row to be locked.
import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Counts } from '#src/journey/capabilities/erased.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { SealContext } from '#src/platform/seal/sealer.ts'
import type { AtVendor } from '#src/journey/capabilities/remains.ts'
import type { Relationship } from './rules.ts'
import { erasures, legalHolds, relationships } from './table.ts'

export type Erasure = typeof erasures.$inferSelect
export type Hold = typeof legalHolds.$inferSelect

export async function findErasureOf(
  db: Db,
  { tenant, mode }: Owner,
  transactionId: string,
): Promise<Erasure | undefined> {
  const [found] = await db
    .select()
    .from(erasures)
    .where(
      and(
        eq(erasures.transactionId, transactionId),
        eq(erasures.tenant, tenant),
        eq(erasures.mode, mode),
      ),
    )
  return found
}

export async function findReceipt(
  db: Db,
  { tenant, mode }: Owner,
  receiptId: string,
): Promise<Erasure | undefined> {
  const [found] = await db
    .select()
    .from(erasures)
    .where(
      and(eq(erasures.receiptId, receiptId), eq(erasures.tenant, tenant), eq(erasures.mode, mode)),
    )
  return found
}

/** Inserts the receipt, or updates an existing one. */
export async function putErasure(tx: Db, row: Omit<Erasure, 'nextTryAt' | 'tries'>): Promise<void> {
  const { status, at, what, vendors, isPending } = row
  const nextTryAt = at
  await tx
    .insert(erasures)
    .values({ ...row, nextTryAt })
    .onConflictDoUpdate({
      target: erasures.transactionId,
      set: { status, at, what, vendors, isPending, nextTryAt, tries: 0 },
    })
}

const takenAtOnce = 12
/** Another process takes an erasure again after this time; each further try doubles it, up to six hours. */
const leaseSeconds = 30
const longestSeconds = 21_600

/** `tries` is the column with the number of tries. */
export const untilTriedAgain = (tries: AnyPgColumn): SQL =>
  sql`clock_timestamp() + make_interval(secs => least(${longestSeconds}, ${leaseSeconds} * 2 ^ ${tries}))`

/** Takes the erasures that are not finished outside of the database. */
export function takePending(db: Db): Promise<Erasure[]> {
  const due = sql`(
    select receipt_id from ${erasures}
    where is_pending and next_try_at <= clock_timestamp()
    order by next_try_at limit ${takenAtOnce} for update skip locked)`
  return db
    .update(erasures)
    .set({
      tries: sql`${erasures.tries} + 1`,
      nextTryAt: untilTriedAgain(erasures.tries),
    })
    .where(sql`${erasures.receiptId} in ${due}`)
    .returning()
}

/** Marks the erasure as done, unless it changed meanwhile: then it stays pending. */
export async function closeErasure(
  db: Db,
  { receiptId, at, status }: Erasure,
  what: Counts,
): Promise<void> {
  const isRestricted = status === 'restricted'
  await db
    .update(erasures)
    .set({
      isPending: false,
      vendors: [],
      what,
      ...(!isRestricted && { status: 'done', at: sql`clock_timestamp()` }),
    })
    .where(and(eq(erasures.receiptId, receiptId), eq(erasures.at, at)))
}

/** Stores the vendors that the next try has to ask. */
export async function keepVendors(
  db: Db,
  { receiptId, at }: Erasure,
  { left, what }: { readonly left: Erasure['vendors']; readonly what: Counts },
): Promise<void> {
  await db
    .update(erasures)
    .set({ vendors: left, what })
    .where(and(eq(erasures.receiptId, receiptId), eq(erasures.at, at)))
}

/** Adds data that a vendor received while the transaction was being erased, so that the vendor is asked too. */
export async function addAtVendor(db: Db, transactionId: string, found: AtVendor): Promise<void> {
  await db
    .update(erasures)
    .set({
      vendors: sql`${erasures.vendors} || ${JSON.stringify([found])}::text::jsonb`,
      status: sql`case ${erasures.status} when 'done' then 'running' else ${erasures.status} end`,
      at: sql`clock_timestamp()`,
      isPending: true,
      nextTryAt: sql`clock_timestamp()`,
      tries: 0,
    })
    .where(eq(erasures.transactionId, transactionId))
}

export async function readRelationship(
  db: Db,
  { id, createdAt }: Pick<Locked, 'id' | 'createdAt'>,
): Promise<Relationship> {
  const [found] = await db.select().from(relationships).where(eq(relationships.transactionId, id))
  if (!found) return { class: 'applicant', endedAt: null, setAt: createdAt.getTime() }
  return {
    class: found.class,
    endedAt: found.endedAt?.getTime() ?? null,
    setAt: found.setAt.getTime(),
  }
}

export async function putRelationship(
  tx: Db,
  transactionId: string,
  { class: of, endedAt, setAt }: Relationship,
): Promise<void> {
  const said = {
    class: of,
    endedAt: endedAt === null ? null : new Date(endedAt),
    setAt: new Date(setAt),
  }
  await tx
    .insert(relationships)
    .values({ transactionId, ...said })
    .onConflictDoUpdate({ target: relationships.transactionId, set: said })
}

/** Undefined without one, and once it is over. */
export async function findHold(
  db: Db,
  { id, now }: Pick<Locked, 'id' | 'now'>,
): Promise<Hold | undefined> {
  const isOpen = or(isNull(legalHolds.until), gt(legalHolds.until, now))
  const [found] = await db
    .select()
    .from(legalHolds)
    .where(and(eq(legalHolds.transactionId, id), isOpen))
  return found
}

export async function putHold(tx: Db, hold: Hold): Promise<void> {
  const { transactionId: _id, ...said } = hold
  await tx
    .insert(legalHolds)
    .values(hold)
    .onConflictDoUpdate({ target: legalHolds.transactionId, set: said })
}

export async function dropHold(tx: Db, transactionId: string): Promise<void> {
  await tx.delete(legalHolds).where(eq(legalHolds.transactionId, transactionId))
}

/** Whether a review is open. The table is named as text, because its module is of a higher layer. */
export async function isUnderReview(db: Db, transactionId: string): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from ${sql.identifier('review')}
    where transaction_id = ${transactionId} and closed_at is null limit 1`)
  return found.length > 0
}

/** Neither the relationship nor the hold is needed for an erased transaction. */
export async function forgetDuties(tx: Db, transactionId: string): Promise<void> {
  await tx.delete(relationships).where(eq(relationships.transactionId, transactionId))
  await dropHold(tx, transactionId)
}

export const reasonContext = ({ tenant, id }: Pick<Locked, 'tenant' | 'id'>): SealContext => ({
  tenant,
  transaction: id,
  table: 'legal_hold',
  column: 'reason',
  rowId: id,
})

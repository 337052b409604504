// Stores the rows of children. The parent's commits write those of its runs, and the children’s commits write their
// states.
import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { derivedIdOf } from '#src/journey/calls/attempt-id.ts'
import { type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { documentValue } from '#src/journey/velocity/sighting.ts'
import type { Documented } from '#src/journey/transaction/document-schema.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealed } from '#src/platform/db/columns.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { packChildren } from './table.ts'

export type Child = typeof packChildren.$inferSelect

/** Identifies one execution of a step. */
export type EachPlace = { readonly runId: string; readonly step: string; readonly round: number }

/** The id of a child depends only on its place and document, so a document that the list names twice is one child. */
export const childIdOf = ({ runId, step, round }: EachPlace, document: Documented): string =>
  derivedIdOf(runId, 'child', step, round, documentValue(document))

const isAt = ({ runId, step, round }: EachPlace) =>
  and(eq(packChildren.runId, runId), eq(packChildren.step, step), eq(packChildren.round, round))

export async function insertChildren(tx: Db, rows: readonly Child[]): Promise<void> {
  if (rows.length > 0) await tx.insert(packChildren).values([...rows])
}

/** Lists them in the order of the list. */
export const listChildren = (db: Db, place: EachPlace): Promise<Child[]> =>
  db.select().from(packChildren).where(isAt(place)).orderBy(asc(packChildren.place))

/** Lists the children of all steps and rounds of a run. */
export const listChildrenOf = (db: Db, runId: string): Promise<Child[]> =>
  db
    .select()
    .from(packChildren)
    .where(eq(packChildren.runId, runId))
    .orderBy(asc(packChildren.step), asc(packChildren.round), asc(packChildren.place))

/** The ids of the children that any run of a transaction has made; the transaction itself may be erased. */
export async function listMade(db: Db, transactionId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: packChildren.childId })
    .from(packChildren)
    .where(and(eq(packChildren.transactionId, transactionId), isNotNull(packChildren.madeAt)))
  return rows.flatMap(({ id }) => id ?? [])
}

/** The positions of a transaction in the lists of its parent, where its document may be named twice. */
export const findPlaces = (db: Db, childId: string): Promise<Child[]> =>
  db
    .select()
    .from(packChildren)
    .where(eq(packChildren.childId, childId))
    .orderBy(asc(packChildren.place))

/**
 * Runs in the commit that creates the child; false when it exists already or nothing more is to be made. The rows stay
 * locked until the commit, so that an end of the run either comes before it or finds the child.
 */
export async function claimChild(tx: Db, place: EachPlace, childId: string): Promise<boolean> {
  const claimed = await tx
    .update(packChildren)
    .set({ madeAt: sql`clock_timestamp()` })
    .where(
      and(
        isAt(place),
        eq(packChildren.childId, childId),
        isNull(packChildren.madeAt),
        isNull(packChildren.cancelledAt),
      ),
    )
    .returning({ place: packChildren.place })
  return claimed.length > 0
}

export type Pin = {
  readonly packOwner: string
  readonly packName: string
  readonly packVersion: number
}

/** Runs in a commit on the child and notes the run that counts, if its pack is the one that the list pins. */
export async function noteChildRun(
  tx: Db,
  childId: string,
  { packOwner, packName, packVersion }: Pin,
  childRunId: string,
): Promise<void> {
  await tx
    .update(packChildren)
    .set({ childRunId })
    .where(
      and(
        eq(packChildren.childId, childId),
        eq(packChildren.packOwner, packOwner),
        eq(packChildren.packName, packName),
        eq(packChildren.packVersion, packVersion),
      ),
    )
}

export type ChildState = Pick<Child, 'status' | 'outcome' | 'stopReason'>

/** Runs in a commit on the child. */
export async function writeState(tx: Db, childId: string, state: ChildState): Promise<void> {
  await tx.update(packChildren).set(state).where(eq(packChildren.childId, childId))
}

/** Runs in a commit on the parent and notes the state that the parent now knows. */
export async function noteTold(tx: Db, child: Child): Promise<void> {
  const { place } = child
  await tx
    .update(packChildren)
    .set({ told: stateText(child) })
    .where(and(isAt(child), eq(packChildren.place, place)))
}

export const stateText = ({ status, outcome, stopReason }: ChildState): string =>
  [status, outcome ?? '', stopReason ?? ''].join(' ')

export const isTold = (child: Child): boolean => child.told === stateText(child)

/** Makes no more children for a run and marks the open ones for an end; true when there is such a child. */
export const cancelChildren = (tx: Db, runId: string): Promise<boolean> =>
  cancel(tx, eq(packChildren.runId, runId))

/** Runs in the commit that erases or restricts a transaction. */
export const cancelAllChildren = (tx: Db, transactionId: string): Promise<boolean> =>
  cancel(tx, eq(packChildren.transactionId, transactionId))

async function cancel(tx: Db, isOf: SQL): Promise<boolean> {
  const ended = await tx
    .update(packChildren)
    .set({ cancelledAt: sql`clock_timestamp()` })
    .where(
      and(
        isOf,
        isNull(packChildren.cancelledAt),
        isNotNull(packChildren.childId),
        inArray(packChildren.status, ['waiting', 'in-review']),
      ),
    )
    .returning({ madeAt: packChildren.madeAt })
  return ended.length > 0
}

/** Sets the time until which the children's links are valid. */
export async function prolongLinks(tx: Db, place: EachPlace, linkUntil: Date): Promise<void> {
  await tx.update(packChildren).set({ linkUntil }).where(isAt(place))
}

/** Runs in the commit that erases or restricts the child, and deletes its data from the row. */
export async function forgetChild(tx: Db, childId: string): Promise<void> {
  await writeState(tx, childId, { status: 'erased', outcome: null, stopReason: null })
}

/** Deletes the list once the children of an erased transaction are erased. */
export async function forgetList(db: Db, transactionId: string): Promise<void> {
  await db.delete(packChildren).where(eq(packChildren.transactionId, transactionId))
}

type Owning = Pick<Locked, 'tenant' | 'id' | 'key'>

export async function sealFields(
  sealer: Sealer,
  owning: Owning,
  at: EachPlace & { readonly place: number },
  fields: object,
): Promise<Sealed> {
  return sealer.seal(await openDataKey(sealer, owning), contextOf(owning, at), fields)
}

/** Unseals the fields that a child is created with; they fitted their schema when they were stored. */
export async function readChildFields(
  sealer: Sealer,
  owning: Owning,
  child: Child,
): Promise<StoredFields> {
  const key = await openDataKey(sealer, owning)
  return sealer.unseal<StoredFields>(key, contextOf(owning, child), child.fields)
}

const contextOf = (
  { tenant, id: transaction }: Pick<Owning, 'tenant' | 'id'>,
  { runId, step, round, place }: EachPlace & { readonly place: number },
) => ({
  tenant,
  transaction,
  table: 'pack_child',
  column: 'fields',
  rowId: `${runId}/${step}/${round}/${place}`,
})

// The rows of children. Those of one run are written by its transaction’s commits, and their states by the children’s.
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

/** One execution of a step. */
export type EachPlace = { readonly runId: string; readonly step: string; readonly round: number }

/** The same for whoever makes it: a document that is named twice is one child. */
export const childIdOf = ({ runId, step, round }: EachPlace, document: Documented): string =>
  derivedIdOf(runId, 'child', step, round, documentValue(document))

const isAt = ({ runId, step, round }: EachPlace) =>
  and(eq(packChildren.runId, runId), eq(packChildren.step, step), eq(packChildren.round, round))

export async function insertChildren(tx: Db, rows: readonly Child[]): Promise<void> {
  if (rows.length > 0) await tx.insert(packChildren).values([...rows])
}

/** In the order of the list. */
export const listChildren = (db: Db, place: EachPlace): Promise<Child[]> =>
  db.select().from(packChildren).where(isAt(place)).orderBy(asc(packChildren.place))

/** The children of all steps and rounds of a run. */
export const listChildrenOf = (db: Db, runId: string): Promise<Child[]> =>
  db
    .select()
    .from(packChildren)
    .where(eq(packChildren.runId, runId))
    .orderBy(asc(packChildren.step), asc(packChildren.round), asc(packChildren.place))

/** The ids of the children that any run of a transaction has made; the transaction may be erased by now. */
export async function listMade(db: Db, transactionId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: packChildren.childId })
    .from(packChildren)
    .where(and(eq(packChildren.transactionId, transactionId), isNotNull(packChildren.madeAt)))
  return rows.flatMap(({ id }) => id ?? [])
}

/** The places of a transaction in lists of its parent: a document may be named twice there. */
export const findPlaces = (db: Db, childId: string): Promise<Child[]> =>
  db
    .select()
    .from(packChildren)
    .where(eq(packChildren.childId, childId))
    .orderBy(asc(packChildren.place))

/**
 * In the commit that creates the child: false where it was made before, or nothing more is to be made. The rows are
 * held until that commit, so that an end of the run comes before it or finds the child.
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

/** In a commit on the child: the run that counts, where it is one of the pack to which the list pins it. */
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

/** In a commit on the child. */
export async function writeState(tx: Db, childId: string, state: ChildState): Promise<void> {
  await tx.update(packChildren).set(state).where(eq(packChildren.childId, childId))
}

/** In a commit on the parent, of what it has just read. */
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

/** Nothing more is made for a run, and what is open is to end; true where there is such a child. */
export const cancelChildren = (tx: Db, runId: string): Promise<boolean> =>
  cancel(tx, eq(packChildren.runId, runId))

/** In the commit that erases or restricts a transaction. */
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

/** The links of children live until then. */
export async function prolongLinks(tx: Db, place: EachPlace, linkUntil: Date): Promise<void> {
  await tx.update(packChildren).set({ linkUntil }).where(isAt(place))
}

/** In the commit that erases or restricts the child: what it was is not known any more. */
export async function forgetChild(tx: Db, childId: string): Promise<void> {
  await writeState(tx, childId, { status: 'erased', outcome: null, stopReason: null })
}

/** Once the children of an erased transaction are erased. */
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

/** What a child is created with: it fitted when it was kept. */
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

import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { dropImages } from '#src/biometrics/images/store.ts'
import { forgetMarks } from '#src/biometrics/pictures/store.ts'
import type { Counts } from '#src/journey/capabilities/erased.ts'
import type { Counted } from '#src/journey/facts/facts.ts'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce } from '#src/platform/db/prepared.ts'
import type { SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import type { DataKey, WrappedKey } from '#src/platform/seal/keys.ts'
import { type InCommit, type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import type { Inputs, Results } from './examination.ts'
import type { ExaminationKind } from './rules.ts'
import { examinations } from './table.ts'

/** The transaction that an examination belongs to. */
export type Owned = { readonly id: string; readonly tenant: string; readonly key: WrappedKey }

export type ExaminationRow = typeof examinations.$inferSelect

/** An examination with its sealed parts opened. */
export type Examination<K extends ExaminationKind = ExaminationKind> = Omit<
  ExaminationRow,
  'input' | 'result' | 'kind'
> & { readonly kind: K; readonly input: Inputs[K]; readonly result: Results[K] | undefined }

export type NewExamination<K extends ExaminationKind> = {
  readonly id: string
  readonly kind: K
  readonly fingerprint: Buffer
  readonly takenSeq: number
  readonly input: Inputs[K]
}

export async function insertExamination<K extends ExaminationKind>(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  { input, ...given }: NewExamination<K>,
): Promise<void> {
  const key = await openDataKey(sealer, locked)
  await tx.insert(examinations).values({
    ...given,
    transactionId: locked.id,
    status: 'processing',
    takenAt: locked.now,
    input: sealer.seal(key, contextOf(locked, given.id, 'input'), input),
  })
}

/** Finds the examination of the same submission, by its fingerprint under any hash key. */
export async function findSent(
  db: Db,
  transactionId: string,
  kind: ExaminationKind,
  fingerprints: readonly Buffer[],
): Promise<ExaminationRow | undefined> {
  const [found] = await db
    .select()
    .from(examinations)
    .where(
      and(
        eq(examinations.transactionId, transactionId),
        eq(examinations.kind, kind),
        inArray(examinations.fingerprint, [...fingerprints]),
      ),
    )
  return found
}

/** Finds an examination by the journal entry that asked for it. */
export async function findTaken(
  db: Db,
  transactionId: string,
  takenSeq: number,
): Promise<ExaminationRow | undefined> {
  const [found] = await db
    .select()
    .from(examinations)
    .where(and(eq(examinations.transactionId, transactionId), eq(examinations.takenSeq, takenSeq)))
  return found
}

export async function findExamination(db: Db, id: string): Promise<ExaminationRow | undefined> {
  const [found] = await db.select().from(examinations).where(eq(examinations.id, id))
  return found
}

/** Whether an examination has ended after `since`; always true without `since`. */
export const endedAfter =
  (since: Date | undefined) =>
  ({ endedAt }: { readonly endedAt?: Date | null }): boolean =>
    !since || (endedAt !== null && endedAt !== undefined && endedAt > since)

/** Whether an examination has ended after `since`, and was submitted after the last correction. */
export async function hasDone(
  db: Db,
  transactionId: string,
  kind: ExaminationKind,
  { since, correctedAt }: Pick<Counted, 'since' | 'correctedAt'> = {},
): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from ${examinations}
    where transaction_id = ${transactionId} and kind = ${kind} and status = 'done'
      and ended_at > ${since?.toISOString() ?? '-infinity'}::timestamptz
      and taken_at > ${correctedAt?.toISOString() ?? '-infinity'}::timestamptz limit 1`)
  return found.length > 0
}

/** Reopens a submission that had failed, to try it again. */
export async function reopenExamination(tx: Db, id: string, takenSeq: number): Promise<void> {
  await tx
    .update(examinations)
    .set({ status: 'processing', takenSeq, endedAt: null, failureCode: null })
    .where(eq(examinations.id, id))
}

export async function completeExamination<K extends ExaminationKind>(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  {
    id,
    result,
    endedAt = locked.now,
  }: { readonly id: string; readonly result: Results[K]; readonly endedAt?: Date },
): Promise<void> {
  const key = await openDataKey(sealer, locked)
  await tx
    .update(examinations)
    .set({
      status: 'done',
      endedAt,
      result: sealer.seal(key, contextOf(locked, id, 'result'), result),
    })
    .where(eq(examinations.id, id))
}

export async function failExamination(
  tx: Db,
  locked: Locked,
  id: string,
  failureCode: string,
): Promise<void> {
  await tx
    .update(examinations)
    .set({ status: 'failed', endedAt: locked.now, failureCode })
    .where(eq(examinations.id, id))
}

/** Deletes the results with the examinations, and the pictures with the next sweep; resolves to what was deleted. */
export async function forgetExaminations(
  tx: Db,
  locked: Locked,
  ids: readonly string[],
): Promise<Counts> {
  if (ids.length === 0) return {}
  const pictures = await dropImages(tx, ids, locked.wallNow)
  await forgetMarks(tx, locked.id, ids)
  const gone = await tx
    .delete(examinations)
    .where(and(eq(examinations.transactionId, locked.id), inArray(examinations.id, [...ids])))
    .returning({ id: examinations.id })
  return { pictures, examinations: gone.length }
}

const listMax = 100

const newestOf = buildOnce((db: Db) =>
  db
    .select()
    .from(examinations)
    .where(
      and(
        eq(examinations.transactionId, sql.placeholder('id')),
        sql`${examinations.kind} = any(string_to_array(${sql.placeholder('kinds')}, ','))`,
      ),
    )
    .orderBy(desc(examinations.takenAt), desc(examinations.id))
    .limit(sql.placeholder('limit'))
    .prepare('newest_examinations'),
)

/** The newest first, at most 100. */
export async function listExaminations<K extends ExaminationKind>(
  { db, sealer }: { readonly db: Db; readonly sealer: Sealer },
  owner: Owned,
  kinds: readonly K[],
  limit = listMax,
): Promise<Examination<K>[]> {
  const rows = await newestOf(db).execute({ id: owner.id, kinds: kinds.join(','), limit })
  if (rows.length === 0) return []
  const key = await openDataKey(sealer, owner)
  return rows.map((row) => openRow<K>(sealer, key, owner, row))
}

export async function openExamination<K extends ExaminationKind>(
  sealer: Sealer,
  owner: Owned,
  row: ExaminationRow,
): Promise<Examination<K>> {
  return openRow<K>(sealer, await openDataKey(sealer, owner), owner, row)
}

function openRow<K extends ExaminationKind>(
  sealer: Sealer,
  key: DataKey,
  owner: Owned,
  { input, result, kind, ...row }: ExaminationRow,
): Examination<K> {
  return {
    ...row,
    // Safe because callers ask only for the kinds K.
    kind: kind as K,
    input: sealer.unseal<Inputs[K]>(key, contextOf(owner, row.id, 'input'), input),
    result: result
      ? sealer.unseal<Results[K]>(key, contextOf(owner, row.id, 'result'), result)
      : undefined,
  }
}

const contextOf = (
  { id: transaction, tenant }: Pick<Owned, 'id' | 'tenant'>,
  rowId: string,
  column: 'input' | 'result',
): SealContext => ({ tenant, transaction, table: 'examination', column, rowId })

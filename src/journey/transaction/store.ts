import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce } from '#src/platform/db/prepared.ts'
import type { SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import type { WrappedKey } from '#src/platform/seal/keys.ts'
import { noteRestricted } from '#src/platform/http/request/current.ts'
import { openDataKey, type Owner } from './locked.ts'
import type { TakenBack } from './rules.ts'
import type { StoredFields } from './schema.ts'
import { submissions, transactions } from './table.ts'

export { lockById, lockTransaction } from './lock.ts'

type Row = typeof submissions.$inferSelect

/** A submission as a reader gets it. */
export type Submitted = Owner & {
  readonly id: string
  readonly createdAt: Date
  readonly key: WrappedKey
  readonly fields: Row['fields']
  readonly corrections: number
  readonly takenBack: TakenBack
  /** A keyed hash of the program that created the transaction. */
  readonly client: string
}

/** A transaction as a reader gets it: without a lock, with the stored times. */
export type StoredTransaction = Submitted & {
  readonly clockOffsetMs: number
  readonly lastSeq: number
}

const placeholder = sql.placeholder

const submitted = {
  id: submissions.id,
  tenant: submissions.tenant,
  mode: submissions.mode,
  createdAt: submissions.createdAt,
  client: submissions.client,
  fields: submissions.fields,
  corrections: submissions.corrections,
  takenBack: submissions.takenBack,
  keyId: submissions.keyId,
  wrappedKey: submissions.wrappedKey,
  restrictedAt: submissions.restrictedAt,
}
const times = { clockOffsetMs: transactions.clockOffsetMs, lastSeq: transactions.lastSeq }
const read = { ...submitted, ...times }

/** The part of a transaction that a reader of related data needs. */
export type FoundBrief = Pick<StoredTransaction, 'id' | 'tenant' | 'mode' | 'key' | 'lastSeq'>

/** For statements that read related data: they join `submissions` and `transactions`, and use `isOwn` and `toBrief`. */
export const briefColumns = {
  keyId: submissions.keyId,
  wrappedKey: submissions.wrappedKey,
  restrictedAt: submissions.restrictedAt,
  lastSeq: transactions.lastSeq,
}

/** The condition with the placeholders `id`, `tenant` and `mode`. */
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

/** The reader of a transaction; a restricted one is visible only with the scope `legal:read`. */
export type Reader = Owner & { readonly scopes?: ReadonlySet<string> }

/** A caller’s own submission; undefined for an unknown, foreign or erased transaction. */
export async function findSubmitted(
  db: Db,
  reader: Reader,
  id: string,
): Promise<Submitted | undefined> {
  const { tenant, mode } = reader
  const [row] = await ownSubmission(db).execute({ id, tenant, mode })
  return row && mayRead(row, reader) ? withKey(row) : undefined
}

/** A caller’s own transaction; undefined for an unknown, foreign or erased one. */
export async function findTransaction(
  db: Db,
  reader: Reader,
  id: string,
): Promise<StoredTransaction | undefined> {
  const { tenant, mode } = reader
  const [row] = await ownTransaction(db).execute({ id, tenant, mode })
  return row && mayRead(row, reader) ? withKey(row) : undefined
}

/** Finds a transaction for internal processes; undefined for a restricted one too. */
export async function findById(db: Db, id: string): Promise<StoredTransaction | undefined> {
  const [row] = await anyTransaction(db).execute({ id })
  return row && mayRead(row) ? withKey(row) : undefined
}

export async function readFields(
  sealer: Sealer,
  { tenant, id, key, fields }: Pick<Submitted, 'tenant' | 'id' | 'key' | 'fields'>,
): Promise<StoredFields> {
  const dataKey = await openDataKey(sealer, { tenant, id, key })
  return sealer.unseal<StoredFields>(dataKey, fieldsContext(tenant, id), fields)
}

/** The transaction’s now for a reader, by this process’s clock, which suffices because a reader decides nothing. */
export function readerNow({ clockOffsetMs }: Pick<StoredTransaction, 'clockOffsetMs'>): Date {
  return new Date(Date.now() + clockOffsetMs)
}

type BriefRow = Pick<Row, 'keyId' | 'wrappedKey' | 'restrictedAt'> &
  Pick<StoredTransaction, 'lastSeq'>

/**
 * Undefined for an erased or restricted transaction. The second argument is the owner and id that the statement asked
 * for.
 */
export function toBrief(
  row: BriefRow,
  { id, tenant, mode }: Owner & { readonly id: string },
): FoundBrief | undefined {
  if (!mayRead(row)) return undefined
  const { keyId, wrappedKey: wrapped, lastSeq } = row
  return { id, tenant, mode, lastSeq, key: { keyId, wrapped } }
}

export const fieldsContext = (tenant: string, id: string): SealContext => ({
  tenant,
  transaction: id,
  table: 'transaction',
  column: 'fields',
  rowId: id,
})

/** A read of a restricted transaction is noted for the audit log. */
function mayRead(
  { wrappedKey, restrictedAt }: Pick<Row, 'wrappedKey' | 'restrictedAt'>,
  reader?: Reader,
): boolean {
  if (!wrappedKey || restrictedAt === null) return wrappedKey !== null
  if (!reader?.scopes?.has('legal:read')) return false
  noteRestricted()
  return true
}

function withKey<R extends Pick<Row, 'keyId' | 'wrappedKey'>>({ keyId, wrappedKey, ...rest }: R) {
  return { ...rest, key: { keyId, wrapped: wrappedKey } }
}

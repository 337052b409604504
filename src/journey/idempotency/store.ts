// Stores the first answer to each request with an Idempotency-Key.
import { assert } from '#src/platform/assert.ts'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { deleteOlder } from '#src/platform/db/batches.ts'
import type { Db } from '#src/platform/db/client.ts'
import { type Sealed, digest, instant, ownerColumns, sealed } from '#src/platform/db/columns.ts'
import { askInOrder, buildOnce, buildSqlOnce } from '#src/platform/db/prepared.ts'
import { insertOne, isOneOf, readRow, type RowOf, toBytes } from '#src/platform/db/rows.ts'
import { type AnyAnswer, withoutSecret } from '#src/platform/http/reply.ts'
import { openDataKey, type Locked } from '#src/journey/transaction/locked.ts'
import { submissions } from '#src/journey/transaction/table.ts'
import type { SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import type { Keyed } from '#src/platform/idempotency/key.ts'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** First answers by tenant, mode, operation and key; the key and the request are stored only as keyed hashes. */
export const firstAnswers = pgTable(
  'first_answer',
  {
    ...ownerColumns,
    operation: text('operation').notNull(),
    keyHash: digest('key_hash').notNull(),
    fingerprint: digest('fingerprint').notNull(),
    /**
     * There is no foreign key: the row is deleted long before its transaction, whose deletion would search this whole
     * table.
     */
    transactionId: uuid('transaction_id').notNull(),
    /** The journal entry from which the answer is awaited, while there is none. */
    pendingSeq: integer('pending_seq'),
    /** The reply or refusal as JSON, sealed under the data key of its transaction. */
    answer: sealed('answer'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.mode, table.operation, table.keyHash] }),
    index('first_answer_age').on(table.createdAt),
  ],
)

export type Claim =
  | { readonly kind: 'first' }
  | { readonly kind: 'in-progress' }
  | { readonly kind: 'reused' }
  /** The key belongs to a restricted transaction, whose answers are not replayed. */
  | { readonly kind: 'restricted' }
  | { readonly kind: 'replay'; readonly answer: AnyAnswer }
  /** The request is decided and its result still awaited: a repeat joins the wait. */
  | { readonly kind: 'pending'; readonly transactionId: string; readonly seq: number }

/** Takes the key for this commit, or returns what is stored for it. It never waits for the lock. */
export async function claim(tx: Db, sealer: Sealer, keyed: Keyed): Promise<Claim> {
  const { lockId } = keyed
  // Both statements are sent at once on one connection, and the second one sees what was committed before the lock.
  const [[lock], [found]] = await askInOrder(
    () => tryLock(tx).execute({ lockId }),
    () => findFirst(tx, keyed),
  )
  return toClaim(sealer, keyed, { got: lock?.got === true, found })
}

export async function toClaim(
  sealer: Sealer,
  keyed: Keyed,
  { got, found }: { readonly got: boolean; readonly found: FoundFirst | undefined },
): Promise<Claim> {
  if (!got) return { kind: 'in-progress' }
  if (!found) return { kind: 'first' }
  const same = keyed.fingerprints.some((fingerprint) => fingerprint.equals(found.fingerprint))
  if (!same) return { kind: 'reused' }
  if (found.restrictedAt !== null) return { kind: 'restricted' }
  const { transactionId, keyId, wrappedKey } = found
  // The key is opened first, because an erased transaction must not be awaited either.
  const key = await sealer.openKey(keyed.tenant, transactionId, { keyId, wrapped: wrappedKey })
  if (!found.answer) return { kind: 'pending', transactionId, seq: found.pendingSeq ?? 0 }
  const context = answerContext(keyed, transactionId, found.keyHash)
  return { kind: 'replay', answer: sealer.unseal<AnyAnswer>(key, context, found.answer) }
}

/** Whether the key has a first answer, or a change whose answer is awaited. */
export async function hasFirst(db: Db, keyed: Keyed): Promise<boolean> {
  return (await findFirst(db, keyed)).length > 0
}

const tryLock = buildSqlOnce<{ readonly got: boolean }>(
  () => sql`select pg_try_advisory_xact_lock(${sql.placeholder('lockId')}::bigint) as got`,
)

const foundColumns = {
  keyHash: firstAnswers.keyHash,
  fingerprint: firstAnswers.fingerprint,
  answer: firstAnswers.answer,
  pendingSeq: firstAnswers.pendingSeq,
  transactionId: firstAnswers.transactionId,
  keyId: submissions.keyId,
  wrappedKey: submissions.wrappedKey,
  restrictedAt: submissions.restrictedAt,
}
type FoundFirst = RowOf<typeof foundColumns>

const isOfTransaction = eq(submissions.id, firstAnswers.transactionId)
const isOfKey = and(
  eq(firstAnswers.tenant, sql.placeholder('tenant')),
  eq(firstAnswers.mode, sql.placeholder('mode')),
  eq(firstAnswers.operation, sql.placeholder('operation')),
  isOneOf(firstAnswers.keyHash, 'keyHashes'),
)

const firstOf = buildOnce((db: Db) =>
  db
    .select(foundColumns)
    .from(firstAnswers)
    .innerJoin(submissions, isOfTransaction)
    .where(isOfKey)
    .prepare('first_answer'),
)

const ofKey = ({ tenant, mode, operation, keyHashes }: Keyed) => ({
  tenant,
  mode,
  operation,
  keyHashes: toBytes(keyHashes),
})

const findFirst = (tx: Db, keyed: Keyed) => firstOf(tx).execute(ofKey(keyed))

/**
 * For a statement that is its own commit: `claimed` says in `got` whether it has the lock of the key, and `known` holds
 * what was stored when the statement began. An answer that is committed between the two is not seen, and makes the
 * later insert fail.
 */
export const claimWithin = (): SQL => sql`
  claimed as materialized (
    select pg_try_advisory_xact_lock(${sql.placeholder('lockId')}::bigint) as got, clock_timestamp() as clock
  ), known as materialized (
    select ${sql.join(Object.values(foundColumns), sql`, `)}
    from claimed, ${firstAnswers} join ${submissions} on ${isOfTransaction}
    where claimed.got and ${isOfKey}
  )`

/** The values for the placeholders of `claimWithin`. */
export const claimValues = (keyed: Keyed) => ({ ...ofKey(keyed), lockId: keyed.lockId })

/** The stored answer in the columns of `known`; undefined when none was found. */
export const readKnown = (row: Readonly<Record<string, unknown>>): FoundFirst | undefined =>
  row['key_hash'] ? readRow(foundColumns, row) : undefined

export type FirstAnswer = typeof firstAnswers.$inferSelect

/**
 * The row of the first answer, or of the journal entry from which it is awaited. The commit of the change writes it
 * with `insertFirst`.
 */
export async function toFirst(
  { sealer, locked }: { readonly sealer: Sealer; readonly locked: Locked },
  keyed: Keyed,
  answer: AnyAnswer | { readonly pendingSeq: number },
): Promise<FirstAnswer> {
  const [keyHash] = keyed.keyHashes
  const [fingerprint] = keyed.fingerprints
  assert(keyHash && fingerprint, 'the keyed request has no hashes')
  const { tenant, mode, operation } = keyed
  const isPending = 'pendingSeq' in answer
  const sealed = isPending
    ? null
    : await sealAnswer({ sealer, transaction: locked }, keyed, keyHash, answer)
  return {
    tenant,
    mode,
    operation,
    keyHash,
    fingerprint,
    transactionId: locked.id,
    pendingSeq: isPending ? answer.pendingSeq : null,
    answer: sealed,
    createdAt: locked.wallNow,
  }
}

/** A statement with a placeholder for each column of a first answer. `where` can prevent the insert. */
export const insertFirst = (where = sql``): SQL => insertOne(firstAnswers, undefined, where)

/** Stores the answer that was awaited; an answer that is stored already stays. */
export async function complete(
  db: Db,
  sealer: Sealer,
  keyed: Keyed,
  answer: AnyAnswer,
): Promise<void> {
  const [found] = await findFirst(db, keyed)
  if (!found?.wrappedKey || found.restrictedAt !== null || found.answer) return
  const { tenant, mode, operation } = keyed
  const { transactionId: id, keyId, wrappedKey: wrapped, keyHash } = found
  const transaction = { id, tenant, key: { keyId, wrapped } }
  await db
    .update(firstAnswers)
    .set({ answer: await sealAnswer({ sealer, transaction }, keyed, keyHash, answer) })
    .where(
      and(
        eq(firstAnswers.tenant, tenant),
        eq(firstAnswers.mode, mode),
        eq(firstAnswers.operation, operation),
        eq(firstAnswers.keyHash, keyHash),
        isNull(firstAnswers.answer),
      ),
    )
}

async function sealAnswer(
  {
    sealer,
    transaction,
  }: { readonly sealer: Sealer; readonly transaction: Pick<Locked, 'id' | 'tenant' | 'key'> },
  keyed: Keyed,
  keyHash: Buffer,
  answer: AnyAnswer,
): Promise<Sealed> {
  const context = answerContext(keyed, transaction.id, keyHash)
  return sealer.seal(await openDataKey(sealer, transaction), context, withoutSecret(answer))
}

/** Deletes a batch of first answers after 25 hours, as at least 24 are promised; resolves to their number. */
export const forgetOld = (db: Db): Promise<number> =>
  deleteOlder(db, firstAnswers.createdAt, '25 hours')

const answerContext = (
  { tenant, operation }: Keyed,
  transaction: string,
  keyHash: Buffer,
): SealContext => ({
  tenant,
  transaction,
  table: 'first_answer',
  column: 'answer',
  rowId: `${operation}/${keyHash.toString('hex')}`,
})

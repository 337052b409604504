// Stores the first answers to keyed requests that belong to no transaction and hold no personal data, so they are not
// sealed.
import { assert } from '#src/platform/assert.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { askInOrder } from '#src/platform/db/prepared.ts'
import { Problem } from '#src/platform/errors.ts'
import { type AnyAnswer, isRefusal, withoutSecret } from '#src/platform/http/reply.ts'
import type { Keyed } from './key.ts'
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { digest, instant, ownerColumns } from '#src/platform/db/columns.ts'

/** First answers to keyed requests that belong to no transaction; they hold nothing that must be sealed. */
export const plainAnswers = pgTable(
  'plain_answer',
  {
    ...ownerColumns,
    operation: text('operation').notNull(),
    keyHash: digest('key_hash').notNull(),
    fingerprint: digest('fingerprint').notNull(),
    answer: jsonb('answer').$type<AnyAnswer>().notNull(),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.tenant, table.mode, table.operation, table.keyHash] }),
    index('plain_answer_age').on(table.createdAt),
  ],
)

/**
 * Runs `decide` once per key, in the database transaction that stores its answer; without a key every time, and again
 * after `not-found`. Throws `idempotency-in-progress` or `idempotency-key-reused`.
 */
export async function answerOnce<Answer extends AnyAnswer>(
  tx: Db,
  keyed: Keyed | undefined,
  decide: () => Promise<Answer>,
): Promise<Answer> {
  if (!keyed) return decide()
  const [[lock], [found]] = await askInOrder(
    () =>
      tx.execute<{ got: boolean }>(
        sql`select pg_try_advisory_xact_lock(${keyed.lockId}::bigint) as got`,
      ),
    () => tx.select().from(plainAnswers).where(isOf(keyed)),
  )
  if (!lock?.got) throw new Problem('idempotency-in-progress')
  if (found) return replay(keyed, found)
  const answer = await decide()
  // `not-found` is not stored, because the object may exist when the request is repeated.
  const isUnknown = isRefusal(answer) && answer.refusal === 'not-found'
  if (!isUnknown) await remember(tx, keyed, answer)
  return answer
}

function replay<Answer extends AnyAnswer>(
  { fingerprints }: Keyed,
  { fingerprint, answer }: typeof plainAnswers.$inferSelect,
): Answer {
  if (!fingerprints.some((one) => one.equals(fingerprint)))
    throw new Problem('idempotency-key-reused')
  // Safe because the stored answer was made by `decide` of the same operation.
  const first = answer as Answer
  return { ...first, headers: { ...first.headers, 'Idempotent-Replayed': 'true' } }
}

async function remember(tx: Db, keyed: Keyed, answer: AnyAnswer): Promise<void> {
  const [keyHash] = keyed.keyHashes
  const [fingerprint] = keyed.fingerprints
  assert(keyHash && fingerprint, 'the keyed request has no hashes')
  const { tenant, mode, operation } = keyed
  await forgetSome(tx)
  await tx.insert(plainAnswers).values({
    tenant,
    mode,
    operation,
    keyHash,
    fingerprint,
    answer: withoutSecret(answer),
  })
}

const isOf = ({ tenant, mode, operation, keyHashes }: Keyed) =>
  and(
    eq(plainAnswers.tenant, tenant),
    eq(plainAnswers.mode, mode),
    eq(plainAnswers.operation, operation),
    inArray(plainAnswers.keyHash, [...keyHashes]),
  )

/** Each new answer deletes some expired ones, so that no sweep is needed. */
async function forgetSome(tx: Db): Promise<void> {
  await tx.execute(sql`
    delete from ${plainAnswers} where ctid = any(array(
      select ctid from ${plainAnswers}
      where ${plainAnswers.createdAt} < statement_timestamp() - interval '25 hours'
      limit 20 for update skip locked))`)
}

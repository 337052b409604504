// The newest line of the ledger, kept as one object. By it a restored database, in which erased people exist again, is
// recognised.
import { and, eq, gte, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ObjectStore } from '#src/platform/object-store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { erasures, withdrawals } from './table.ts'

/** The newest line is stored beside the lines, which are named by their receipts. */
export const newestName = 'erasures/newest'

/** `id` is the erased transaction’s, or that of the receipt of a withdrawal; `at` is the time of its row. */
const Newest = z.object({
  kind: z.enum(['erasure', 'withdrawal']),
  id: z.uuid(),
  at: z.iso.datetime(),
})
export type Newest = z.output<typeof Newest>

/** The key of an advisory lock that nothing else uses. */
const newestLock = 7_403_118_265_040n

async function readNewest(store: ObjectStore): Promise<Newest | undefined> {
  const bytes = await store.get(newestName)
  return bytes && Newest.parse(JSON.parse(Buffer.from(bytes).toString()))
}

/** Runs after the line is written. An older erasure does not replace a newer one; a lock serialises the processes. */
export async function moveNewest(db: Db, store: ObjectStore, next: Newest): Promise<void> {
  const isNewer = async () => next.at > ((await readNewest(store))?.at ?? '')
  if (!(await isNewer())) return
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${newestLock.toString()}::bigint)`)
    if (await isNewer()) await store.put(newestName, Buffer.from(JSON.stringify(next)))
  })
}

/**
 * Whether the database lacks the newest erasure of the ledger. Rejects with `unavailable` when the store cannot be
 * reached.
 */
export async function isLedgerAhead(db: Db, store: ObjectStore): Promise<boolean> {
  const newest = await readNewest(store)
  if (!newest) return false
  const { kind, id } = newest
  const at = new Date(newest.at)
  const found =
    kind === 'erasure'
      ? await db
          .select({ id: erasures.receiptId })
          .from(erasures)
          .where(and(eq(erasures.transactionId, id), gte(erasures.at, at)))
      : await db
          .select({ id: withdrawals.receiptId })
          .from(withdrawals)
          .where(eq(withdrawals.receiptId, id))
  return found.length === 0
}

/** A replayed receipt that is older than its line takes the line’s time, so that `isLedgerAhead` finds it. */
export async function noteReplayed(tx: Db, transactionId: string, at: Date): Promise<void> {
  await tx
    .update(erasures)
    .set({ at })
    .where(
      and(
        eq(erasures.transactionId, transactionId),
        sql`${erasures.at} < ${at.toISOString()}::timestamptz`,
      ),
    )
}

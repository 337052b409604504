// The newest line of the ledger, as one object: whoever starts on a database that does not know it stands on a back-up in
// which people who were erased are back.
import { and, eq, gte, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ObjectStore } from '#src/platform/object-store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { erasures, withdrawals } from './table.ts'

/** Beside the lines, which are named by their receipts. */
export const newestName = 'erasures/newest'

/** `id` is of the transaction that was erased, or of the receipt of what was taken back; `at` of its row. */
const Newest = z.object({
  kind: z.enum(['erasure', 'withdrawal']),
  id: z.uuid(),
  at: z.iso.datetime(),
})
export type Newest = z.output<typeof Newest>

/** The number of an advisory lock, which no other lock has. */
const newestLock = 7_403_118_265_040n

async function readNewest(store: ObjectStore): Promise<Newest | undefined> {
  const bytes = await store.get(newestName)
  return bytes && Newest.parse(JSON.parse(Buffer.from(bytes).toString()))
}

/** After its line is there. Tries of an older erasure leave the newer one; two processes take turns. */
export async function moveNewest(db: Db, store: ObjectStore, next: Newest): Promise<void> {
  const isNewer = async () => next.at > ((await readNewest(store))?.at ?? '')
  if (!(await isNewer())) return
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${newestLock.toString()}::bigint)`)
    if (await isNewer()) await store.put(newestName, Buffer.from(JSON.stringify(next)))
  })
}

/** Rejects with `unavailable` while the store is away. */
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

/** A receipt that came back older than its line is as new as that. */
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

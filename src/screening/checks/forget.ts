import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { checkAttempts, checkOrders, checks } from './table.ts'

/** Deletes what a check could be found by: the hash of what was asked, and that of the vendor's id. */
export async function forgetHashes(tx: Db, transactionId: string): Promise<void> {
  const forgotten = await tx
    .update(checks)
    .set({ requestHash: Buffer.alloc(0) })
    .where(eq(checks.transactionId, transactionId))
    .returning({ id: checks.id })
  if (forgotten.length === 0) return
  const orders = tx
    .select({ id: checkOrders.id })
    .from(checkOrders)
    .innerJoin(checks, eq(checks.id, checkOrders.checkId))
    .where(eq(checks.transactionId, transactionId))
  await tx
    .update(checkAttempts)
    .set({ vendorHash: null })
    .where(inArray(checkAttempts.orderId, orders))
}

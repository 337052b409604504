import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { checkAttempts, checkOrders, checks } from '#src/screening/orders/table.ts'

/** Deletes what a check could be found by: the hash of what was asked, and that of the vendor's id. Nothing is asked again. */
export async function forgetHashes(tx: Db, transactionId: string): Promise<void> {
  const forgotten = await tx
    .update(checks)
    .set({ requestHash: Buffer.alloc(0), everyDays: null })
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

/** What vendors have answered; resolves to how many answers. */
export async function forgetAnswers(tx: Db, transactionId: string): Promise<number> {
  const own = tx
    .select({ id: checks.id })
    .from(checks)
    .where(eq(checks.transactionId, transactionId))
  const gone = await tx
    .update(checkOrders)
    .set({ result: null })
    .where(and(inArray(checkOrders.checkId, own), isNotNull(checkOrders.result)))
    .returning({ id: checkOrders.id })
  return gone.length
}

import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { ForgetAnswers } from '#src/journey/capabilities/erased.ts'
import { isLeft } from '#src/journey/erasure/retention-store.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { checkAttempts, checkOrders, checks } from '#src/screening/orders/table.ts'

/**
 * Deletes the hashes by which a check can be found, those of the request and of the vendor's id. No check is repeated
 * any more.
 */
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

/** Deletes vendors' answers; resolves to their number. */
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

/** A monitored check keeps the answer that the next one is compared with. */
export const forgetOldAnswers: ForgetAnswers = async (db, owner, { before, limit, isDry }) => {
  const { tenant, mode } = owner
  const old = sql`
    from ${checkOrders} answered
    join ${checks} asked on asked.id = answered.check_id
    join ${transactions} one on one.id = asked.transaction_id
    where answered.result is not null and answered.ended_at < ${before.toISOString()}::timestamptz
      and one.tenant = ${tenant} and one.mode = ${mode}
      and asked.every_days is null and ${isLeft(sql.identifier('one'))}`
  const [row] = isDry
    ? await db.execute<{ count: number }>(sql`select count(*)::int as count ${old}`)
    : await db.execute<{ count: number }>(sql`
        with gone as (
          update ${checkOrders} forgotten set result = null
          where forgotten.id in (select answered.id ${old} limit ${limit})
          returning 1
        )
        select count(*)::int as count from gone`)
  return row?.count ?? 0
}

// After a failover that has lost commits nobody may trust when a workflow looks by itself: every transaction is looked at
// as if its workflow had closed.
import { and, asc, desc, gt, isNotNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { transactions } from '#src/journey/transaction/table.ts'

const pageSize = 500

/**
 * One pass by id, up to the newest transaction that there is now: what comes later knows the database as it is. Ids are
 * read by the primary key, page after page, because an index on what is armed would cost each read of an agenda.
 */
export async function disarmAll(db: Db): Promise<number> {
  const { id, armedAt, sweepAt } = transactions
  const [newest] = await db.select({ id }).from(transactions).orderBy(desc(id)).limit(1)
  if (!newest) return 0
  let total = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await db
      .select({ id })
      .from(transactions)
      .where(and(gt(id, after), lte(id, newest.id)))
      .orderBy(asc(id))
      .limit(pageSize)
    const last = page.at(-1)
    if (!last) return total
    const disarmed = await db
      .update(transactions)
      .set({
        armedAt: null,
        sweepAt: sql`least(${sweepAt}, extract(epoch from clock_timestamp()) * 1000)`,
      })
      .where(and(gt(id, after), lte(id, last.id), isNotNull(armedAt)))
      .returning({ id })
    total += disarmed.length
    after = last.id
  }
}

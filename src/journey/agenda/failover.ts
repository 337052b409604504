// After a failover PostgreSQL continues under another timeline, and the last commits may be lost. Then the rows may be
// wrong about when workflows wake by themselves.
import { eq, sql, and, asc, desc, gt, isNotNull, lte } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { timelines } from './table.ts'
import { transactions } from '#src/journey/transaction/table.ts'

/**
 * Does the work when the database runs under another timeline than the one remembered, and remembers the new one
 * afterwards, so that work that a crash cuts short is done again. Several processes may do it at once.
 */
export async function onFailover<T>(db: Db, work: () => Promise<T>): Promise<T | undefined> {
  const [row] = await db.execute<{ timeline: string }>(
    sql`select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline`,
  )
  if (!row) return undefined
  const { timeline } = row
  const [known] = await db.select().from(timelines).where(eq(timelines.id, 1))
  if (known?.timeline === timeline) return undefined
  const done = known && (await work())
  await db
    .insert(timelines)
    .values({ id: 1, timeline })
    .onConflictDoUpdate({ target: timelines.id, set: { timeline } })
  return done
}

const pageSize = 500

/**
 * Makes one pass by id up to the newest transaction of this moment, because later ones were written after the failover.
 * It reads page after page by the primary key, because an index on `armed_at` would make each read of an agenda dearer.
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

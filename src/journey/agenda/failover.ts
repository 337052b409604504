// After a failover PostgreSQL goes on under another timeline, and the last commits may be lost: then nobody may
// trust what the rows say of when workflows look by themselves.
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { timelines } from './table.ts'

/**
 * Does the work when the database goes on under another timeline than the one that is remembered, and remembers it
 * afterwards: work that a crash cuts short is done again. Several processes may do it at once.
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

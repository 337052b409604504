// After a failover PostgreSQL goes on under another timeline, and the last commits may be lost: then nobody may
// trust what the rows say of when workflows look by themselves.
import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { timelines } from './table.ts'

/** True for the one who is the first to see another timeline than the one that is remembered. */
export async function sawFailover(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ timeline: string }>(
    sql`select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline`,
  )
  if (!row) return false
  const changed = await db.execute<{ isNew: boolean }>(sql`
    insert into ${timelines} (id, timeline) values (1, ${row.timeline})
    on conflict (id) do update set timeline = excluded.timeline
      where ${timelines.timeline} <> excluded.timeline
    returning (xmax = 0) as "isNew"`)
  return changed[0]?.isNew === false
}

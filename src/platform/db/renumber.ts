// Puts the rows that are read in the order of their commits' numbers in order where another server counts.
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** By their names, because the folders of the tables stand above this one. */
const [audit, events, endpoints] = ['audit', 'event', 'webhook_endpoint'].map((name) =>
  sql.identifier(name),
)

/**
 * A database that was restored elsewhere counts its commits anew: what it has is then before all that comes. Endpoints
 * go on by the time of what they have got, an hour before it, so that some get an event twice and none misses one.
 */
export async function renumber(db: Db): Promise<void> {
  const isAhead = sql`tx > pg_snapshot_xmax(pg_current_snapshot())::text::bigint`
  await db.execute(sql`update ${audit} set tx = 0 where ${isAhead}`)
  await db.execute(sql`
    with ahead as materialized (select from ${events} where ${isAhead} limit 1),
    placed as (
      update ${endpoints} set cursor_tx = 0, cursor_id = (lpad(to_hex(greatest(0,
        case when cursor_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
          then (extract(epoch from created_at) * 1000)::bigint
          else ('x' || lpad(left(replace(cursor_id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint
        end - 3600000
      )), 12, '0') || '70008000000000000000')::uuid
      where exists (select from ahead)
    )
    update ${events} set tx = 0 where tx > 0 and exists (select from ahead)`)
}

// Assigns events to the endpoints that subscribe to them. Each endpoint has its own cursor among the events, which
// moves in the same statement that creates its deliveries, so that no event is skipped or delivered twice.
import { sql } from 'drizzle-orm'
import { endedBefore } from '#src/journey/events/read.ts'
import { events } from '#src/journey/journal/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { pendingMax } from './rules.ts'
import { webhookDeliveries, webhookEndpoints } from './table.ts'

/** The time prefix of a UUIDv7. */
const timeHex = sql`lpad(to_hex((extract(epoch from statement_timestamp()) * 1000)::bigint), 12, '0')`

/** The most events of one endpoint at a time. */
const batchSize = 200

/**
 * Resolves to the number of events that were assigned. An endpoint with too many pending deliveries gets no more until
 * these are done, however long its server is down.
 */
export async function spread(db: Db): Promise<number> {
  const rows = await db.execute<{ count: number }>(sql`
    with head as materialized (select ${endedBefore} as ended_before),
    listening as (
      select id, tenant, mode, types, cursor_tx, cursor_id from ${webhookEndpoints}
      where disabled_at is null
      order by id for update skip locked
    ), found as (
      select listening.id as endpoint_id, listening.types, one.id, one.tx, one.type
      from head, listening cross join lateral (
        select id, tx, type from ${events}
        where tenant = listening.tenant and mode = listening.mode
          and (tx, id) > (listening.cursor_tx, listening.cursor_id) and tx < head.ended_before
        order by tx, id limit ${batchSize}
      ) one
    ), full_ones as (
      select endpoint_id from (select distinct endpoint_id from found) wanting
      where ${pendingMax} <= (
        select count(*) from (
          select from ${webhookDeliveries} waiting
          where waiting.endpoint_id = wanting.endpoint_id and waiting.status = 'pending'
          limit ${pendingMax}
        ) counted
      )
    ), taken as (
      select * from found where endpoint_id not in (select endpoint_id from full_ones)
    ), made as (
      insert into ${webhookDeliveries} (id, endpoint_id, event_id, type, status, due_at, since, tries)
      select (${timeHex} || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid, endpoint_id, id, type, 'pending', statement_timestamp(), statement_timestamp(), '[]'
      from taken where types is null or types ? type
      order by tx, id
    ), moved as (
      select distinct on (endpoint_id) endpoint_id, tx, id from taken
      order by endpoint_id, tx desc, id desc
    ), written as (
      update ${webhookEndpoints} endpoint set cursor_tx = moved.tx, cursor_id = moved.id
      from moved where endpoint.id = moved.endpoint_id
    )
    select count(*)::integer as count from taken`)
  return rows[0]?.count ?? 0
}

// Claims due deliveries, for each endpoint as many as it has places: an endpoint that does not answer or fails uses up
// only its own. When there are too few places, tenants take turns. A claim is a lease: after the death of a process its
// deliveries are tried again.
import { sql } from 'drizzle-orm'
import type { EventData } from '#src/journey/transaction/entry.ts'
import { events } from '#src/journey/journal/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { WebhookEvent } from './deliveries.ts'
import { placesOf } from './rules.ts'
import type { SealedSecrets } from '#src/journey/receivers/secrets.ts'
import { webhookDeliveries, webhookEndpoints } from './table.ts'

export type ClaimedDelivery = {
  readonly id: string
  readonly eventId: string
  readonly type: string
  readonly attempt: number
  /** Milliseconds since the first try of this delivery was due. */
  readonly ageMs: number
  readonly endpoint: SealedSecrets & {
    readonly url: string
    readonly failures: number
    readonly failingMs: number
  }
  /** Undefined for a test, and for an event that is already deleted. */
  readonly event?: WebhookEvent
}

export type Wanted = {
  /** The number of running deliveries in this process, by endpoint. */
  readonly busy: ReadonlyMap<string, number>
  readonly max: number
  readonly leaseMs: number
}

type Row = Omit<ClaimedDelivery, 'event' | 'endpoint'> & {
  readonly endpointId: string
  readonly transactionId: string | null
  readonly seq: number
  readonly at: string
  readonly data: EventData
} & Omit<ClaimedDelivery['endpoint'], 'id'>

export async function claimDue(db: Db, { busy, max, leaseMs }: Wanted): Promise<ClaimedDelivery[]> {
  const taken = JSON.stringify([...busy].map(([id, count]) => ({ id, count })))
  const rows = await db.execute<Row>(sql`
    with taken as (
      select * from json_to_recordset(${taken}::json) as taken (id uuid, count integer)
    ), held as (
      select one.tenant, sum(taken.count) as count
      from taken join ${webhookEndpoints} one on one.id = taken.id group by one.tenant
    ), open_ones as (
      select one.id, one.tenant, case when one.failures > 0 then ${placesOf(1)}::integer else ${placesOf(0)}::integer end
        - coalesce(taken.count, 0) as places
      from ${webhookEndpoints} one
      left join taken on taken.id = one.id
      where one.disabled_at is null
        and (one.rests_until is null or one.rests_until <= statement_timestamp())
    ), waiting as (
      select found.id, found.due_at, open_ones.tenant from open_ones cross join lateral (
        select id, due_at from ${webhookDeliveries}
        where endpoint_id = open_ones.id and status = 'pending' and due_at <= statement_timestamp()
        order by due_at limit greatest(open_ones.places, 0) for update skip locked
      ) found
    ), due as (
      select waiting.id from waiting left join held on held.tenant = waiting.tenant
      order by row_number() over (partition by waiting.tenant order by waiting.due_at) + coalesce(held.count, 0),
        waiting.due_at limit ${max}
    ), claimed as (
      update ${webhookDeliveries} set attempts = attempts + 1,
        due_at = statement_timestamp() + ${leaseMs}::integer * interval '1 millisecond'
      where id = any(array(select id from due))
      returning id, endpoint_id, event_id, type, attempts, since
    )
    select claimed.id, claimed.event_id as "eventId", claimed.type, claimed.attempts as attempt,
      (extract(epoch from statement_timestamp() - claimed.since) * 1000)::float8 as "ageMs",
      one.id as "endpointId", one.tenant, one.url, one.key_id as "keyId",
      one.wrapped_key as "wrappedKey", one.secrets, one.failures,
      (extract(epoch from statement_timestamp() - coalesce(one.failing_since, statement_timestamp())) * 1000)::float8
        as "failingMs",
      told.transaction_id as "transactionId", told.seq, told.at, told.data
    from claimed join ${webhookEndpoints} one on one.id = claimed.endpoint_id
    left join ${events} told on told.id = claimed.event_id`)
  return rows.map(toClaimed)
}

function toClaimed(row: Row): ClaimedDelivery {
  const { id, eventId, type, attempt, ageMs, endpointId, ...rest } = row
  const { transactionId, seq, at, data, ...endpoint } = rest
  return {
    id,
    eventId,
    type,
    attempt,
    ageMs,
    endpoint: { id: endpointId, ...endpoint },
    ...(transactionId !== null && { event: { transactionId, seq, at: new Date(at), data } }),
  }
}

// The log of deliveries to an endpoint, and those that are made by hand: a test, and a repeat.
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { events } from '#src/journey/journal/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { firstIdOf, newId } from '#src/platform/ids.ts'
import type { Delivery, DeliveryPage } from './schema.ts'
import { type DeliveryStatus, webhookDeliveries } from './table.ts'
import type { EventData } from '#src/journey/transaction/entry.ts'

export type WebhookEvent = {
  readonly transactionId: string
  readonly seq: number
  readonly at: Date
  readonly data: EventData
}

type Body = {
  type: string
  timestamp: string
  data: { id: string; transactionId: string; seq: number } & Record<string, string | number>
}

export const bodyOf = (
  { eventId: id, type }: { readonly eventId: string; readonly type: string },
  { transactionId, seq, at, data }: WebhookEvent,
): Body => ({ type, timestamp: at.toISOString(), data: { id, transactionId, seq, ...data } })

export type DeliveryRow = typeof webhookDeliveries.$inferSelect

/** The type of a test event; no other event has it. */
export const testType = 'webhook.tested'

export const logDays = 7
const dayMs = 86_400_000

type Filter = {
  readonly status?: DeliveryStatus | undefined
  /** The id of the last that was shown. */
  readonly before?: string | undefined
  readonly limit: number
}

export async function listDeliveries(
  db: Db,
  endpointId: string,
  { status, before, limit }: Filter,
): Promise<DeliveryPage> {
  const rows = await db
    .select({ delivery: webhookDeliveries, event: events })
    .from(webhookDeliveries)
    .leftJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        status && eq(webhookDeliveries.status, status),
        before === undefined ? undefined : lt(webhookDeliveries.id, before),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit)
  const last = rows.length === limit ? rows.at(-1)?.delivery : undefined
  return {
    deliveries: rows.map(({ delivery, event }) => ({
      ...toWire(delivery),
      ...(event && { body: bodyOf(delivery, event) }),
    })),
    ...(last && { next: last.id }),
  }
}

export async function insertTest(tx: Db, endpointId: string): Promise<DeliveryRow> {
  const now = sql<Date>`clock_timestamp()`
  const [row] = await tx
    .insert(webhookDeliveries)
    .values({
      id: newId(),
      endpointId,
      eventId: newId(),
      type: testType,
      status: 'pending',
      dueAt: now,
      since: now,
      tries: [],
    })
    .returning()
  if (!row) throw new Error('the insert gave no row')
  return row
}

/** Keeps the `webhook-id`, so that a receiver can ignore a duplicate. Undefined when there is no such delivery. */
export async function sendAgain(
  tx: Db,
  endpointId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const now = sql`clock_timestamp()`
  const [row] = await tx
    .update(webhookDeliveries)
    .set({ status: 'pending', dueAt: now, since: now, attempts: 0 })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.endpointId, endpointId)))
    .returning()
  return row
}

/** Deletes a batch of deliveries that are older than the log’s period; resolves to their number. */
export async function forgetOldDeliveries(db: Db): Promise<number> {
  const gone = await db.execute(sql`
    delete from ${webhookDeliveries} where id = any(array(
      select id from ${webhookDeliveries}
      where id < ${firstIdOf(Date.now() - logDays * dayMs)}::uuid
      order by id limit 500)) returning 1`)
  return gone.length
}

export const toWire = ({ id, eventId, type, status, dueAt, tries }: DeliveryRow): Delivery => ({
  id,
  eventId,
  type,
  status,
  createdAt: new Date(parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString(),
  ...(status === 'pending' && { nextTryAt: dueAt.toISOString() }),
  tries: [...tries],
})

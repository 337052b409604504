// The routes of an endpoint’s deliveries, of a test, and of sending again.
import { z } from 'zod'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import { readCursor, writeCursor } from '#src/platform/cursor.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { answerOnce } from '#src/platform/idempotency/store.ts'
import { readKey } from '#src/platform/idempotency/read-key.ts'
import { insertTest, listDeliveries, logDays, sendAgain, testType, toWire } from './deliveries.ts'
import type { ReceiverDeps } from '#src/journey/receivers/acts.ts'
import { Delivery, DeliveryPage, DeliveryQuery } from './schema.ts'
import { webhookStore } from './store.ts'

const base = { tag: 'Webhooks', scope: 'webhooks:write' } as const
const endpoint = z.object({ id: z.uuid().meta({ description: 'The endpoint.' }) })
const delivery = endpoint.extend({
  deliveryId: z.uuid().meta({ description: 'As the log shows it.' }),
})
const usualLimit = 50

const testRoute = defineRoute({
  ...base,
  method: 'post',
  paths: ['/v1/webhooks/{id}/test'],
  operationId: 'testWebhook',
  summary: 'Send a test to an endpoint',
  description: `Of the type \`${testType}\`, whatever types the endpoint wants. The log shows what came of it. To one that is disabled it is sent when it is enabled.`,
  request: { param: endpoint },
  responses: { 202: { description: 'It is sent at once.', body: Delivery } },
  problems: ['not-found'],
})

const listRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/webhooks/{id}/deliveries'],
  operationId: 'listWebhookDeliveries',
  summary: 'List what was sent to an endpoint',
  description: `With each try, for ${logDays} days.`,
  request: { param: endpoint, query: DeliveryQuery },
  responses: { 200: { description: 'The newest first.', body: DeliveryPage } },
  problems: ['not-found'],
})

const resendRoute = defineRoute({
  ...base,
  method: 'post',
  paths: ['/v1/webhooks/{id}/deliveries/{deliveryId}/resend'],
  operationId: 'resendWebhookDelivery',
  summary: 'Send an event again',
  description:
    'At once, and with all further tries, whatever became of it before. `webhook-id` stays what it was.',
  request: { param: delivery },
  responses: { 202: { description: 'It is sent at once.', body: Delivery } },
  problems: ['not-found'],
})

export function deliveryRoutes({ db, reads, sealer }: ReceiverDeps): Mounted[] {
  return [
    mount(testRoute, async (call) => {
      const { principal, request, requestId } = call
      const { id } = request.param
      return db.transaction((tx) =>
        answerOnce(tx, readKey(sealer, testRoute, call, principal), async () => {
          if (!(await webhookStore.find(tx, principal, id))) return refuse('not-found')
          const row = await insertTest(tx, id)
          const audited = { action: 'webhook.tested', object: id } as const
          await writeAudit(tx, byCaller(principal, requestId), audited)
          return reply(202, toWire(row))
        }),
      )
    }),
    mount(listRoute, async ({ principal, request }) => {
      const { id } = request.param
      if (!(await webhookStore.find(reads, principal, id))) return refuse('not-found')
      const { status, cursor, limit = usualLimit } = request.query
      const place = { list: `deliveries ${id}`, field: 'cursor' }
      const before = readCursor(sealer, principal, place, cursor)
      const { deliveries, next } = await listDeliveries(reads, id, { status, before, limit })
      return reply(200, {
        deliveries,
        ...(next && { next: writeCursor(sealer, principal, place, next) }),
      })
    }),
    mount(resendRoute, async (call) => {
      const { principal, request, requestId } = call
      const { id, deliveryId } = request.param
      return db.transaction((tx) =>
        answerOnce(tx, readKey(sealer, resendRoute, call, principal), async () => {
          const owned = await webhookStore.find(tx, principal, id)
          const row = owned && (await sendAgain(tx, id, deliveryId))
          if (!row) return refuse('not-found')
          const details = { delivery: deliveryId }
          const audited = { action: 'webhook.resent', object: id, details } as const
          await writeAudit(tx, byCaller(principal, requestId), audited)
          return reply(202, toWire(row))
        }),
      )
    }),
  ]
}

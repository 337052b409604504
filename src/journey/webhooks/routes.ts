// The routes of a tenant’s webhook endpoints: create, list, change, delete, rotate the secret.
import { z } from 'zod'
import { type EventTypes } from '#src/journey/events/describe.ts'
import { unknownType } from '#src/journey/events/routes.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import type { Db } from '#src/platform/db/client.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { answerOnce } from '#src/platform/idempotency/plain.ts'
import { readKey } from '#src/platform/idempotency/read-key.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { checkAddress } from '#src/journey/receivers/address.ts'
import { RotateSecret, usualOverlapSeconds } from '#src/journey/receivers/signing-schema.ts'
import { ChangeWebhook, CreateWebhook, Webhook } from './schema.ts'
import type { WebhookSettings } from './send.ts'
import {
  changeEndpoint,
  deleteEndpoint,
  endpointsMax,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  rotateSecret,
  toWire,
} from './store.ts'

const base = { tag: 'Webhooks', scope: 'webhooks:write' } as const
const param = z.object({ id: z.uuid().meta({ description: 'The endpoint.' }) })

const createRoute = defineRoute({
  ...base,
  method: 'post',
  paths: ['/v1/webhooks'],
  operationId: 'createWebhook',
  summary: 'Send events to an address',
  description: `Of the caller’s tenant and mode, from now on; at most ${endpointsMax} endpoints. The secret is in this answer alone.`,
  request: { json: CreateWebhook },
  responses: { 201: { description: 'With the secret.', body: Webhook } },
  problems: ['limit-reached'],
})

const listRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/webhooks'],
  operationId: 'listWebhooks',
  summary: 'List the endpoints of the tenant',
  description: 'Of the caller’s mode, those that are disabled among them.',
  request: {},
  responses: { 200: { description: 'The oldest first.', body: z.array(Webhook) } },
  problems: [],
})

const readRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/webhooks/{id}'],
  operationId: 'readWebhook',
  summary: 'Read an endpoint, and how it does',
  description: '`status` says whether events are sent to it, `disabledReason` why they are not.',
  request: { param },
  responses: { 200: { description: 'The endpoint.', body: Webhook } },
  problems: ['not-found'],
})

const changeRoute = defineRoute({
  ...base,
  method: 'patch',
  paths: ['/v1/webhooks/{id}'],
  operationId: 'changeWebhook',
  summary: 'Change an endpoint, stop it, or begin again',
  description:
    'What it has missed while it was disabled is sent when it is enabled again, as far as it is kept.',
  request: { param, json: ChangeWebhook },
  responses: { 200: { description: 'As it is now.', body: Webhook } },
  problems: ['not-found'],
})

const deleteRoute = defineRoute({
  ...base,
  method: 'delete',
  paths: ['/v1/webhooks/{id}'],
  operationId: 'deleteWebhook',
  summary: 'End an endpoint',
  description: 'Nothing more is sent to it, and nothing of it is shown.',
  request: { param },
  responses: { 204: { description: 'It is gone.' } },
  problems: ['not-found'],
})

const rotateRoute = defineRoute({
  ...base,
  method: 'post',
  paths: ['/v1/webhooks/{id}/secrets'],
  operationId: 'rotateWebhookSecret',
  summary: 'Give an endpoint a further secret',
  description:
    'Both sign until the overlap is over, so that a receiver can take the new one meanwhile. The secret is in this answer alone.',
  request: { param, json: RotateSecret.optional() },
  responses: { 201: { description: 'With the new secret.', body: Webhook } },
  problems: ['not-found'],
})

export type WebhookDeps = {
  readonly db: Db
  readonly reads: Db
  readonly sealer: Sealer
  readonly eventTypes: EventTypes
  readonly webhooks: WebhookSettings
}

export function webhookRoutes({ db, reads, sealer, eventTypes, webhooks }: WebhookDeps): Mounted[] {
  const known = new Set(eventTypes.map(({ type }) => type))
  const check = ({
    url,
    types,
  }: {
    url?: string | undefined
    types?: readonly string[] | null | undefined
  }) => {
    if (url !== undefined) checkAddress(url, webhooks)
    if (types?.some((type) => !known.has(type))) throw unknownType('#/types')
  }
  return [
    mount(createRoute, async (call) => {
      const { principal, request, requestId } = call
      check(request.json)
      return db.transaction((tx) =>
        answerOnce(tx, readKey(sealer, createRoute, call, principal), async () => {
          const made = await insertEndpoint(tx, sealer, principal, request.json)
          if (!made) return refuse('limit-reached')
          const audited = { action: 'webhook.created', object: made.row.id } as const
          await writeAudit(tx, byCaller(principal, requestId), audited)
          return { ...reply(201, toWire(made.row)), secret: { secret: made.secret } }
        }),
      )
    }),
    mount(listRoute, async ({ principal }) =>
      reply(200, (await listEndpoints(reads, principal)).map(toWire)),
    ),
    mount(readRoute, async ({ principal, request }) => {
      const row = await findEndpoint(reads, principal, request.param.id)
      return row ? reply(200, toWire(row)) : refuse('not-found')
    }),
    mount(changeRoute, async ({ principal, request, requestId }) => {
      const { id } = request.param
      check(request.json)
      const changed = await db.transaction(async (tx) => {
        const row = await lockEndpoint(tx, principal, id)
        if (!row) return undefined
        const details = { changed: Object.keys(request.json).join(' ') }
        const audited = { action: 'webhook.changed', object: id, details } as const
        await writeAudit(tx, byCaller(principal, requestId), audited)
        return changeEndpoint(tx, row, request.json)
      })
      return changed ? reply(200, toWire(changed)) : refuse('not-found')
    }),
    mount(deleteRoute, async ({ principal, request, requestId }) => {
      const { id } = request.param
      const isGone = await db.transaction(async (tx) => {
        const deleted = await deleteEndpoint(tx, principal, id)
        const audited = { action: 'webhook.deleted', object: id } as const
        if (deleted) await writeAudit(tx, byCaller(principal, requestId), audited)
        return deleted
      })
      return isGone ? reply(204) : refuse('not-found')
    }),
    mount(rotateRoute, async (call) => {
      const { principal, request, requestId } = call
      const { id } = request.param
      const overlapSeconds = request.json?.overlapSeconds ?? usualOverlapSeconds
      return db.transaction((tx) =>
        answerOnce(tx, readKey(sealer, rotateRoute, call, principal), async () => {
          const row = await lockEndpoint(tx, principal, id)
          if (!row) return refuse('not-found')
          const made = await rotateSecret(tx, sealer, row, overlapSeconds)
          const details = { overlapSeconds }
          const audited = { action: 'webhook.secret-rotated', object: id, details } as const
          await writeAudit(tx, byCaller(principal, requestId), audited)
          return { ...reply(201, toWire(made.row)), secret: { secret: made.secret } }
        }),
      )
    }),
  ]
}

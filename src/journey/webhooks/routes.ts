// The routes of a tenant’s webhook endpoints: create, list, change, delete, rotate the secret.
import { z } from 'zod'
import { type EventTypes } from '#src/journey/events/describe.ts'
import { unknownType } from '#src/journey/events/routes.ts'
import { receiverActs, type ReceiverDeps } from '#src/journey/receivers/acts.ts'
import { checkAddress } from '#src/journey/receivers/address.ts'
import { RotateSecret } from '#src/journey/receivers/signing-schema.ts'
import { receiversMax } from '#src/journey/receivers/store.ts'
import { refuse } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { ChangeWebhook, CreateWebhook, Webhook } from './schema.ts'
import type { WebhookSettings } from './send.ts'
import { changeWebhook, insertWebhook, toWire, webhookStore } from './store.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'
import { deliveryRoutes } from './delivery-routes.ts'

const base = { tag: 'Webhooks', scope: 'webhooks:write' } as const
const param = z.object({ id: z.uuid().meta({ description: 'The endpoint.' }) })

const createRoute = defineRoute({
  ...base,
  method: 'post',
  paths: ['/v1/webhooks'],
  operationId: 'createWebhook',
  summary: 'Send events to an address',
  description: `Of the caller’s tenant and mode, from now on; at most ${receiversMax} endpoints. The secret is in this answer alone.`,
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

export type WebhookDeps = ReceiverDeps & {
  readonly eventTypes: EventTypes
  readonly webhooks: WebhookSettings
}

function webhookRoutes(deps: WebhookDeps): Mounted[] {
  const { sealer, eventTypes, webhooks } = deps
  const known = new Set(eventTypes.map(({ type }) => type))
  const check = ({ url, types }: ChangeWebhook) => {
    if (url !== undefined) checkAddress(url, webhooks)
    if (types?.some((type) => !known.has(type))) throw unknownType('#/types')
  }
  const acts = receiverActs(deps, {
    noun: 'webhook',
    store: webhookStore,
    nameOf: ({ id }) => id,
    toWire,
  })
  return [
    mount(createRoute, async (call) => {
      const { json } = call.request
      check(json)
      return acts.create(
        createRoute,
        call,
        async (tx) =>
          (await insertWebhook(tx, sealer, call.principal, json)) ?? refuse('limit-reached'),
      )
    }),
    mount(listRoute, acts.list),
    mount(readRoute, (call) => acts.read(call, call.request.param.id)),
    mount(changeRoute, async (call) => {
      const { param, json } = call.request
      check(json)
      return acts.change(call, param.id, (tx, row) => changeWebhook(tx, row, json))
    }),
    mount(deleteRoute, (call) => acts.delete(call, call.request.param.id)),
    mount(rotateRoute, (call) => acts.rotateSecret(rotateRoute, call, call.request.param.id)),
  ]
}

export const webhooks: Capability<WebhookDeps> = {
  name: 'webhooks',
  routes: (deps) => [...webhookRoutes(deps), ...deliveryRoutes(deps)],
}

// The routes of a tenant’s endpoints: create, list, change, delete, test, rotate the secret.
import { z } from 'zod'
import { receiverActs, type ReceiverDeps } from '#src/journey/receivers/acts.ts'
import { checkAddress } from '#src/journey/receivers/address.ts'
import { createSigners } from '#src/journey/receivers/secrets.ts'
import { RotateSecret } from '#src/journey/receivers/signing-schema.ts'
import { receiversMax } from '#src/journey/receivers/store.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import type { Db } from '#src/platform/db/client.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'
import {
  type ApprovalRequest,
  AwaitingSecond,
  awaitSecond,
  isSecond,
} from '#src/platform/two-people/ask.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { ChangeEndpoint, CreateEndpoint, Endpoint, EndpointName, EndpointTest } from './schema.ts'
import { type Reaching, settingsOf } from './send.ts'
import {
  changeEndpoint,
  endpointStore,
  findEndpoint,
  insertEndpoint,
  refusalToMake,
  toWire,
} from './store.ts'
import { endpointKind } from './table.ts'
import { testEndpoint, testType } from './test-call.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'

const base = { tag: 'Endpoints', scope: 'endpoints:write' } as const
const param = z.object({ name: EndpointName })
const awaited =
  'Of a tenant whose packs are published by two people: a new address, or other headers, wait for somebody else who asks for the same.'

const createRoute = defineRoute({
  ...base,
  method: 'post',
  paths: ['/v1/endpoints'],
  operationId: 'createEndpoint',
  summary: 'Name a system of the tenant',
  description: `Of the caller’s tenant and mode; at most ${receiversMax}. The secret is in this answer alone.`,
  request: { json: CreateEndpoint },
  responses: {
    201: { description: 'With the secret.', body: Endpoint },
    202: { description: awaited, body: AwaitingSecond },
  },
  problems: ['name-taken', 'limit-reached', 'person-needed'],
})

const listRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/endpoints'],
  operationId: 'listEndpoints',
  summary: 'List the systems of the tenant',
  description: 'Of the caller’s mode.',
  request: {},
  responses: { 200: { description: 'By their names.', body: z.array(Endpoint) } },
  problems: [],
})

const readRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/endpoints/{name}'],
  operationId: 'readEndpoint',
  summary: 'Read one system of the tenant',
  description: 'Without its secrets, and without the values of its headers.',
  request: { param },
  responses: { 200: { description: 'The endpoint.', body: Endpoint } },
  problems: ['not-found'],
})

const changeRoute = defineRoute({
  ...base,
  method: 'patch',
  paths: ['/v1/endpoints/{name}'],
  operationId: 'changeEndpoint',
  summary: 'Change an endpoint',
  description: 'What is under way goes to the new address from its next try on.',
  request: { param, json: ChangeEndpoint },
  responses: {
    200: { description: 'As it is now.', body: Endpoint },
    202: { description: awaited, body: AwaitingSecond },
  },
  problems: ['not-found', 'person-needed'],
})

const deleteRoute = defineRoute({
  ...base,
  method: 'delete',
  paths: ['/v1/endpoints/{name}'],
  operationId: 'deleteEndpoint',
  summary: 'End an endpoint',
  description:
    'It is called no more, and its secrets are gone. Not while a pack that is live, or an open run, names it.',
  request: { param },
  responses: { 204: { description: 'It is gone.' } },
  problems: ['not-found', 'in-use'],
})

const testRoute = defineRoute({
  ...base,
  method: 'post',
  paths: ['/v1/endpoints/{name}/test'],
  operationId: 'testEndpoint',
  summary: 'Call an endpoint, to see whether it answers',
  description: `Once, signed as every call, of the type \`${testType}\`. The answer says what became of it, not what was answered.`,
  request: { param },
  responses: { 200: { description: 'What came of it.', body: EndpointTest } },
  problems: ['not-found'],
})

const rotateRoute = defineRoute({
  ...base,
  method: 'post',
  paths: ['/v1/endpoints/{name}/secrets'],
  operationId: 'rotateEndpointSecret',
  summary: 'Give an endpoint a further secret',
  description:
    'Both sign and are taken until the overlap is over, so that a system can change meanwhile. The secret is in this answer alone.',
  request: { param, json: RotateSecret.optional() },
  responses: { 201: { description: 'With the new secret.', body: Endpoint } },
  problems: ['not-found'],
})

export type EndpointDeps = Reaching &
  ReceiverDeps & {
    readonly tenants: Pick<Tenants, 'of'>
    /** Whether a live version of a pack, or the version of an open run, names the endpoint. */
    readonly namesEndpoint: (tx: Db, owner: Owner, name: string) => Promise<boolean>
  }

function endpointRoutes(deps: EndpointDeps): Mounted[] {
  return [...makingRoutes(deps), ...changingRoutes(deps)]
}

/** Whether a change needs no second person, or this request is the second person's. Throws `person-needed`. */
const isAgreed = async (
  tx: Db,
  { tenants, sealer }: EndpointDeps,
  asked: ApprovalRequest,
): Promise<boolean> =>
  tenants.of(asked.principal.tenant).packs.publishing !== 'two-people' ||
  isSecond(tx, sealer, asked)

/** Whether a change moves the data to another address or changes the gateway's headers: both can change verdicts. */
const leadsElsewhere = (row: { readonly url: string }, { url, headers }: ChangeEndpoint): boolean =>
  (url !== undefined && url !== row.url) || headers !== undefined

const check = (deps: EndpointDeps, tenant: string, url: string | undefined): void => {
  if (url !== undefined) checkAddress(url, settingsOf(deps, tenant))
}

const actsOf = (deps: EndpointDeps) =>
  receiverActs(deps, { noun: 'endpoint', store: endpointStore, nameOf: ({ name }) => name, toWire })

function makingRoutes(deps: EndpointDeps): Mounted[] {
  const { sealer } = deps
  const acts = actsOf(deps)
  return [
    mount(createRoute, async (call) => {
      const { principal, requestId } = call
      const { json } = call.request
      check(deps, principal.tenant, json.url)
      return acts.create(createRoute, call, async (tx) => {
        const refusal = await refusalToMake(tx, principal, json)
        if (refusal) return refuse(refusal)
        const asked = { principal, requestId, action: 'endpoint.created', object: json.name }
        if (!(await isAgreed(tx, deps, { ...asked, content: json }))) return awaitSecond()
        return insertEndpoint(tx, sealer, principal, json)
      })
    }),
    mount(listRoute, acts.list),
    mount(readRoute, (call) => acts.read(call, call.request.param.name)),
  ]
}

function changingRoutes(deps: EndpointDeps): Mounted[] {
  const { db, reads, sealer } = deps
  const acts = actsOf(deps)
  const testing = { ...deps, signers: createSigners(sealer, endpointKind) }
  return [
    mount(changeRoute, async (call) => {
      const { principal, requestId } = call
      const { param, json } = call.request
      check(deps, principal.tenant, json.url)
      return acts.change(
        call,
        param.name,
        (tx, row) => changeEndpoint(tx, sealer, row, json),
        async (tx, row) => {
          if (!leadsElsewhere(row, json)) return undefined
          const asked = { principal, requestId, action: 'endpoint.changed', object: param.name }
          // The old address is part of the content, so that an agreement to a change from another address does not
          // count.
          const content = { id: row.id, from: row.url, ...json }
          return (await isAgreed(tx, deps, { ...asked, content })) ? undefined : awaitSecond()
        },
      )
    }),
    mount(deleteRoute, async (call) => {
      const { name } = call.request.param
      return acts.delete(call, name, async (tx) =>
        (await deps.namesEndpoint(tx, call.principal, name)) ? refuse('in-use') : undefined,
      )
    }),
    mount(testRoute, async ({ principal, request, requestId }) => {
      const { name } = request.param
      const row = await findEndpoint(reads, principal, name)
      if (!row) return refuse('not-found')
      const audited = { action: 'endpoint.tested', object: name } as const
      await writeAudit(db, byCaller(principal, requestId), audited)
      return reply(200, await testEndpoint(testing, row))
    }),
    mount(rotateRoute, (call) => acts.rotateSecret(rotateRoute, call, call.request.param.name)),
  ]
}

export const endpoints: Capability<EndpointDeps> = { name: 'endpoints', routes: endpointRoutes }

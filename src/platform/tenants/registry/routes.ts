// The routes of the tenant registry, for the operator.
import { z } from 'zod'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import type { Db } from '#src/platform/db/client.ts'
import { Problem } from '#src/platform/errors.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { AwaitingSecond, awaitSecond, isSecond } from '#src/platform/two-people/ask.ts'
import type { RegisteredTenant, Tenants } from '../settings.ts'
import { publishingOf } from '../tenants.ts'
import type { Registry } from './follow.ts'
import { ownSettingsRoute } from './own-settings.ts'
import { Tenant, TenantName, TenantRegistration, toWire } from './registration.ts'
import { findTenant, listTenants, publishingLowered, putTenant } from './store.ts'

const base = { tag: 'Tenants', scope: 'tenants:admin' } as const
const param = z.object({ tenant: TenantName })

const listRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/tenants'],
  operationId: 'listTenants',
  summary: 'List the tenants that are registered',
  description: 'Of both modes, suspended ones included.',
  request: {},
  responses: { 200: { description: 'By name.', body: z.array(Tenant) } },
  problems: ['no-registry'],
})

const readRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/tenants/{tenant}'],
  operationId: 'readTenant',
  summary: 'Read a tenant that is registered',
  description: 'What it may do, and what it has of its own.',
  request: { param },
  responses: { 200: { description: 'The tenant.', body: Tenant } },
  problems: ['not-found', 'no-registry'],
})

const putRoute = defineRoute({
  ...base,
  method: 'put',
  paths: ['/v1/tenants/{tenant}'],
  operationId: 'registerTenant',
  summary: 'Register a tenant, or change it',
  description:
    'Takes the place of what was there, and counts in every process within seconds. Less than `packs` demands now takes two people: the first is answered 202, the second sends the very same. A suspended tenant’s clients get 403; its open journeys end in order, and callbacks for it are taken.',
  request: { param, json: TenantRegistration },
  responses: {
    200: { description: 'Changed.', body: Tenant },
    201: { description: 'Registered.', body: Tenant },
    202: { description: 'It demands less: a second person must ask for it.', body: AwaitingSecond },
  },
  problems: ['no-registry', 'person-needed'],
})

type Deps = {
  readonly db: Db
  readonly reads: Db
  readonly sealer: Sealer
  readonly tenants: Tenants
  readonly registry?: Registry
}

function tenantRoutes(deps: Deps): Mounted[] {
  const { db, reads, sealer, registry } = deps
  return [
    ownSettingsRoute(deps),
    mount(listRoute, async () =>
      registry ? reply(200, (await listTenants(reads)).map(toWire)) : refuse('no-registry'),
    ),
    mount(readRoute, async ({ request }) => {
      if (!registry) return refuse('no-registry')
      const found = await findTenant(reads, request.param.tenant)
      return found ? reply(200, toWire(found)) : refuse('not-found')
    }),
    mount(putRoute, async ({ request, principal, requestId }) => {
      if (!registry) return refuse('no-registry')
      const { tenant } = request.param
      const detail = registry.findFault?.(tenant, request.json)
      if (detail !== undefined)
        throw new Problem('invalid-request', {
          faults: [{ pointer: '#/messages/spendMicrosPerDay', code: 'not-allowed', detail }],
        })
      const done = await db.transaction(async (tx) => {
        const known = await findTenant(tx, tenant)
        const isLess = known !== undefined && demandsLess(known.registered, request.json)
        const second = {
          principal,
          requestId,
          action: publishingLowered,
          object: tenant,
          content: request.json,
        }
        if (isLess && !(await isSecond(tx, sealer, second))) return undefined
        const put = await putTenant(tx, tenant, request.json)
        await writeAudit(tx, byCaller(principal, requestId), {
          action: put.isNew ? 'tenant.registered' : 'tenant.changed',
          object: tenant,
          details: { suspended: request.json.suspended ?? false },
        })
        return put
      })
      if (!done) return awaitSecond()
      const { row, isNew } = done
      // The other processes poll the registry. A failed read here is ignored, because this process polls too.
      await registry.refresh().catch(() => undefined)
      return isNew ? reply(201, toWire(row)) : reply(200, toWire(row))
    }),
  ]
}

function demandsLess(before: RegisteredTenant, after: RegisteredTenant): boolean {
  const [was, is] = [publishingOf(before), publishingOf(after)]
  return (
    (was.publishing === 'two-people' && is.publishing !== 'two-people') ||
    (was.demandCases && !is.demandCases) ||
    (was.demandCoverage && !is.demandCoverage)
  )
}

export const tenantRegistry = { name: 'tenants', routes: tenantRoutes }

// readOwnSettings: what holds for a tenant, what of it is its own, and what awaits a second person.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '#test/db/fixture.ts'
import { createTestApp, testIssuer, type TestApp } from '#test/support/app.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { readProblem } from '#test/support/transactions.ts'

const readOf = async ({ call }: TestApp, tenant: string, more: object = {}) =>
  call('GET', '/v1/settings', { claims: { tenant, scope: 'reports:read', ...more } })

test('200: what holds, what of it is the tenant’s own, and nothing of the operator’s', async ({
  db,
}) => {
  const app = await createTestApp(db, undefined, { registry: 'open' })
  const tenant = `t-${randomUUID()}`
  const before = await readOf(app, tenant)
  expect([before.status, await before.json()]).toMatchObject([
    200,
    {
      tenant,
      mode: 'sandbox',
      changeable: true,
      own: {},
      effective: {
        brand: 'Acme',
        verdicts: { ageMin: 18, approveUnproven: true },
        packs: { publishing: 'one-person' },
      },
    },
  ])
  const body = {
    brand: 'Banco Sul',
    verdicts: { ageMin: 21 },
    rate: { perSecond: 5, burst: 10 },
    operators: ['ana'],
    privateHosts: ['core.internal:8443'],
  }
  const claims = { tenant: 'operator', scope: 'tenants:admin' }
  expect((await app.call('PUT', `/v1/tenants/${tenant}`, { body, claims })).status).toBe(201)
  const after = await (await readOf(app, tenant)).json()
  expect(after).toMatchObject({
    changedAt: expect.stringMatching(/Z$/),
    effective: { brand: 'Banco Sul', verdicts: { ageMin: 21, phoneOptional: false } },
  })
  const { operators: _, privateHosts: __, ...own } = body
  expect(after.own).toEqual(own)
  const other = await (await readOf(app, `t-${randomUUID()}`)).json()
  expect(JSON.stringify(other)).not.toContain('Banco Sul')
})

test('200: without a registry they are read and not changed; 401, 403: nobody reads them without the scope', async ({
  db,
}) => {
  const messaging = silentMessaging({ settings: { sul: { brand: 'Banco Sul' } } })
  const app = await createTestApp(db, undefined, { messaging })
  const read = await (await readOf(app, 'sul', { mode: 'live' })).json()
  expect(read).toMatchObject({ mode: 'live', changeable: false, own: { brand: 'Banco Sul' } })
  expect(read).not.toHaveProperty('changedAt')
  expect(read.effective.verdicts.approveUnproven).toBe(false)
  expect((await readOf(app, 'sul', { scope: 'transactions:read' })).status).toBe(403)
  const headers = { authorization: '' }
  expect((await app.call('GET', '/v1/settings', { headers })).status).toBe(401)
})

test('to demand less takes two people; meanwhile it says so, and to whom that it was them', async ({
  db,
}) => {
  const issuers = [testIssuer({ people: true, operator: true })]
  const app = await createTestApp(db, undefined, { registry: 'open', issuers })
  const tenant = `t-${randomUUID()}`
  const put = (sub: string, publishing: string) =>
    app.call('PUT', `/v1/tenants/${tenant}`, {
      body: { packs: { publishing } },
      claims: { tenant, sub, scope: 'tenants:admin' },
    })
  const awaitingOf = async (sub: string) => (await (await readOf(app, tenant, { sub })).json()).awaiting // prettier-ignore
  expect((await put('ana', 'two-people')).status).toBe(201)
  expect(await awaitingOf('ana')).toBeUndefined()
  expect((await put('ana', 'one-person')).status).toBe(202)
  expect((await put('ana', 'one-person')).status).toBe(202)
  expect(await awaitingOf('ana')).toMatchObject({ byCaller: true })
  expect(await awaitingOf('bea')).toMatchObject({ byCaller: false, expiresAt: expect.any(String) })
  expect((await put('bea', 'one-person')).status).toBe(200)
  expect(await awaitingOf('bea')).toBeUndefined()
})

test('to demand no cases or coverage any more takes two people, as publishing does; to demand more takes one', async ({
  db,
}) => {
  const issuers = [testIssuer({ people: true, operator: true })]
  const app = await createTestApp(db, undefined, { registry: 'open', issuers })
  const tenant = `t-${randomUUID()}`
  const put = async (sub: string, demands: object) => {
    const body = { packs: { publishing: 'two-people', ...demands } }
    const claims = { tenant, sub, scope: 'tenants:admin' }
    return (await app.call('PUT', `/v1/tenants/${tenant}`, { body, claims })).status
  }
  const heldOf = async () => (await (await readOf(app, tenant)).json()).effective.packs
  const both = { demandCases: true, demandCoverage: true }
  expect([await put('ana', {}), await put('ana', both)]).toEqual([201, 200])
  for (const less of [
    { demandCases: true },
    { demandCoverage: true, demandCases: false },
    {},
    { ...both, publishing: 'one-person' },
  ]) {
    expect([await put('ana', less), await put('ana', less)]).toEqual([202, 202])
    expect(await heldOf()).toMatchObject({ publishing: 'two-people', ...both })
    // What another asks for is no agreement to this.
    expect(await put('bea', both)).toBe(200)
  }
  const less = { demandCases: true }
  expect([await put('ana', less), await put('bea', less)]).toEqual([202, 200])
  expect(await heldOf()).toMatchObject({ demandCases: true, demandCoverage: false })
})

test('an open registry knows who stands in it, and takes who does not', async ({ db }) => {
  const app = await createTestApp(db, undefined, { registry: 'open' })
  const tenant = `t-${randomUUID()}`
  const claims = { tenant: 'operator', scope: 'tenants:admin' }
  expect((await readOf(app, tenant)).status).toBe(200)
  const body = { suspended: true }
  expect((await app.call('PUT', `/v1/tenants/${tenant}`, { body, claims })).status).toBe(201)
  expect(await readProblem(await readOf(app, tenant))).toMatchObject({ code: 'tenant-suspended' })
})

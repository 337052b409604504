// listTenants, readTenant, registerTenant; and what a tenant that is not registered, or suspended, may do.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { audit } from '#src/platform/audit/table.ts'
import { test as base } from '#test/db/fixture.ts'
import { accounts } from '#test/support/hooks.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { createTestApp, testIssuer, type TestApp } from '#test/support/app.ts'
import { createToken, createTransaction, readProblem } from '#test/support/transactions.ts'

type Suite = { app: TestApp; tenant: string; put: Put }
type Put = (registration: object, at?: TestApp) => ReturnType<TestApp['call']>

const admin = { tenant: 'operator', scope: 'tenants:admin' }

const test = base.extend('suite', async ({ db }): Promise<Suite> => {
  const app = await createTestApp(db, undefined, { registry: 'database' })
  const tenant = `t-${randomUUID()}`
  const put: Put = (body, at = app) =>
    at.call('PUT', `/v1/tenants/${tenant}`, { body, claims: admin })
  return { app, tenant, put }
})

const statusOf = async (app: TestApp, claims: object) =>
  (await app.call('GET', '/v1/packs', { claims })).status

test('200, 201, 404: a tenant is registered, read and changed by the operator', async ({
  suite: { app, tenant, put },
  db,
}) => {
  const path = `/v1/tenants/${tenant}`
  expect((await app.call('GET', path, { claims: admin })).status).toBe(404)
  const registration = { modes: ['sandbox'], brand: 'Acme Crédito' }
  const made = await put(registration)
  expect([made.status, await made.json()]).toMatchObject([201, { tenant, registration }])
  const changed = await put({ ...registration, brand: 'Acme' })
  expect([changed.status, (await changed.json()).registration.brand]).toEqual([200, 'Acme'])
  expect(app.deps.tenants.of(tenant).brand).toBe('Acme')
  const read = await app.call('GET', path, { claims: admin })
  expect(await read.json()).toMatchObject({ registration: { brand: 'Acme' } })
  const listed = await (await app.call('GET', '/v1/tenants', { claims: admin })).json()
  expect(listed.map((one: { tenant: string }) => one.tenant)).toContain(tenant)
  const rows = await db.select().from(audit).where(eq(audit.object, tenant))
  expect(rows.map(({ action, tenant: of }) => [action, of])).toEqual([
    ['tenant.registered', 'operator'],
    ['tenant.changed', 'operator'],
  ])
})

test('400, 403: settings that do not hold, and a credential that may not', async ({
  suite: { app, tenant, put },
}) => {
  for (const wrong of [{ modes: [] }, { brand: '' }, { rate: { perSecond: 0, burst: 1 } }])
    expect((await put(wrong)).status).toBe(400)
  const path = `/v1/tenants/${tenant}`
  await put({})
  const refused = await app.call('PUT', path, { body: {}, claims: { tenant, scope: 'keys:write' } })
  expect(await readProblem(refused)).toMatchObject({ code: 'scope-missing' })
})

test('400: a cap on spending beside an account without a price is refused, with what is to be done', async ({
  db,
}) => {
  const messagingWith = (price: object) =>
    silentMessaging({ accounts: [{ ...accounts.zenvia, ...price }] })
  const capped = { messages: { spendMicrosPerDay: 1_000_000 } }
  const openFor = (price: object) =>
    createTestApp(db, undefined, { registry: 'database', messaging: messagingWith(price) })
  const tenant = `t-${randomUUID()}`
  const put = async (price: object, body: object) =>
    (await openFor(price)).call('PUT', `/v1/tenants/${tenant}`, { body, claims: admin })
  const refused = await put({}, capped)
  const { errors } = await readProblem(refused)
  expect([refused.status, errors]).toMatchObject([
    400,
    [{ pointer: '#/messages/spendMicrosPerDay', detail: expect.stringContaining('priceMicros.') }],
  ])
  const read = await (await openFor({})).call('GET', `/v1/tenants/${tenant}`, { claims: admin })
  expect(read.status).toBe(404)
  expect((await put({}, {})).status).toBe(201)
  expect((await put({ priceMicros: { sms: 60_000, whatsapp: 60_000 } }, capped)).status).toBe(200)
})

test('409: without a registry in the database there is nothing to change', async ({ db }) => {
  const app = await createTestApp(db)
  for (const [method, path] of [
    ['GET', '/v1/tenants'],
    ['GET', '/v1/tenants/acme'],
    ['PUT', '/v1/tenants/acme'],
  ] as const) {
    const body = method === 'PUT' ? {} : undefined
    const answer = await app.call(method, path, { claims: admin, body })
    expect([answer.status, (await answer.json()).code]).toEqual([409, 'no-registry'])
  }
  expect(await statusOf(app, { tenant: `any-${randomUUID()}` })).toBe(200)
})

test('a tenant that is not registered gets 403, in a mode that it has not 401', async ({
  suite: { app, tenant, put },
}) => {
  const unknown = await app.call('GET', '/v1/packs', { claims: { tenant } })
  expect(await readProblem(unknown)).toMatchObject({ status: 403, code: 'tenant-unknown' })
  await put({ modes: ['sandbox'] })
  expect(await statusOf(app, { tenant })).toBe(200)
  expect(await statusOf(app, { tenant, mode: 'live' })).toBe(401)
})

test('a suspended tenant’s clients get 403 in every process, and its journeys go on', async ({
  suite: { app, tenant, put },
  db,
}) => {
  await put({})
  const other = await createTestApp(db, app.sealer, { registry: 'database' })
  const id = await createTransaction(app, {}, { tenant })
  const { pageToken } = await createToken(app, id, { tenant })
  expect(await statusOf(other, { tenant })).toBe(200)
  expect((await put({ suspended: true })).status).toBe(200)
  const refused = await app.call('GET', `/v1/transaction/${id}`, { claims: { tenant } })
  expect(await readProblem(refused)).toMatchObject({ status: 403, code: 'tenant-suspended' })
  await expect.poll(() => statusOf(other, { tenant })).toBe(403)
  // The person's page, as callbacks of vendors, asks for no credential of the tenant.
  expect((await app.call('GET', `/t/${pageToken}`)).status).not.toBe(403)
  expect((await put({})).status).toBe(200)
  expect(await statusOf(app, { tenant })).toBe(200)
})

test('the operator’s people act for a tenant that names them, and for no other', async ({
  suite: { tenant, put },
  db,
}) => {
  const issuers = [testIssuer({ tenants: ['operator'], operator: true })]
  const app = await createTestApp(db, undefined, { registry: 'database', issuers })
  await put({ operators: ['ana'] }, app)
  expect(await statusOf(app, { tenant, sub: 'ana' })).toBe(200)
  expect(await statusOf(app, { tenant, sub: 'bea' })).toBe(401)
  expect(await statusOf(app, { tenant })).toBe(401)
})

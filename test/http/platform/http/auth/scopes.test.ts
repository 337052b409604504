// Every operation with each single scope and with none, and what implied scopes give.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { capabilities } from '#src/main/capabilities.ts'
import { createRoutes } from '#src/main/routes.ts'
import { scopeNames } from '#src/platform/http/auth/scopes-schema.ts'
import { scopeOf } from '#src/platform/http/auth/scopes.ts'
import { test as base } from '#test/db/fixture.ts'
import { anyPath, readDocument } from '#test/contract/document.ts'
import { createTestApp, testIssuer } from '#test/support/app.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'

const test = base
  .extend('exact', { scope: 'file' }, ({ db }) =>
    createTestApp(db, undefined, {
      issuers: [testIssuer({ scopes: 'exact' })],
      logLevel: 'silent',
    }),
  )
  .extend('implied', { scope: 'file' }, ({ db }) => createTestApp(db))

const probes = { postgres: async () => true, temporal: async () => true, worker: () => true }

test('an operation opens to its own scope and to no other, and says which is missing', async ({
  exact,
}) => {
  const routes = createRoutes(exact.deps, capabilities, probes).map(({ route }) => route)
  const guarded = routes.filter((route) => scopeOf(route) !== undefined)
  expect(guarded.length).toBeGreaterThan(40)
  const wrong: unknown[] = []
  for (const route of guarded) {
    const needed = scopeOf(route)
    for (const held of [...scopeNames, '']) {
      const path = anyPath({ path: route.paths[0] })
      // Of one credential so many would be too many.
      const claims = { scope: held, sub: route.operationId }
      const answer = await exact.call(route.method.toUpperCase(), path, { claims })
      const body = await answer.json().catch(() => ({}))
      const isMissing = answer.status === 403 && body.code === 'scope-missing'
      // Read with it, started by the scope of writing alone.
      const isStart = needed === 'transactions:read' && body.scope === 'transactions:write'
      const isOpen = held === needed || (held !== '' && held === route.orScope)
      const isRight = isOpen ? !isMissing || isStart : isMissing && body.scope === needed
      if (!isRight) wrong.push([route.operationId, held, answer.status, body.code, body.scope])
    }
  }
  expect(wrong).toEqual([])
})

test('the document names the scope of each operation', async ({ exact }) => {
  const document = await readDocument(exact)
  const routes = createRoutes(exact.deps, capabilities, probes).map(({ route }) => route)
  for (const { operationId, security } of document.operations) {
    const route = routes.find((one) => one.operationId === operationId && !one.hidden)
    const scope = route && scopeOf(route)
    const open = [scope, route?.orScope].filter((one) => one !== undefined)
    const needed = route?.anyScope ? [{ bearer: [] }] : open.map((one) => ({ bearer: [one] }))
    expect([operationId, security]).toEqual([operationId, needed])
  }
})

test('a GET that would start a run, make a link or buy a look-up needs the scope of writing for that', async ({
  exact,
}) => {
  const write = { scope: 'transactions:write' }
  const read = { scope: 'transactions:read' }
  const person = {
    documentType: 'CPF',
    document: '52998224725',
    email: 'ana@example.com',
    address: { zipCode: '01310100' },
    card: { bin: '411111' },
  }
  const created = await exact.call('POST', '/v1/transaction', { body: person, claims: write })
  const { id } = await created.json()
  const both = { scope: 'transactions:read transactions:write' }
  for (const path of [
    `/v1/packs/basic/${id}`,
    `/v1/transaction/${id}/lvs`,
    `/v1/transaction/${id}/insights`,
  ]) {
    const refused = await exact.call('GET', path, { claims: read })
    expect([path, await readProblem(refused)]).toMatchObject([
      path,
      { status: 403, code: 'scope-missing', scope: 'transactions:write' },
    ])
    expect([path, (await exact.call('GET', path, { claims: both })).ok]).toEqual([path, true])
  }
  for (const path of [`/v1/packs/basic/${id}`, `/v1/transaction/${id}/insights`])
    expect([path, (await exact.call('GET', path, { claims: read })).ok]).toEqual([path, true])
  // What costs nothing is looked up for whoever may read.
  const { card: _, ...plain } = person
  const another = await exact.call('POST', '/v1/transaction', { body: plain, claims: write })
  const free = `/v1/transaction/${(await another.json()).id}/insights`
  expect((await exact.call('GET', free, { claims: read })).status).toBe(200)
})

test('implied, a credential without scopes reads, writes and sees pictures, and no more', async ({
  implied,
}) => {
  const id = await createTransaction(implied)
  expect((await implied.call('GET', `/v1/transaction/${id}`)).status).toBe(200)
  const selfie = await implied.call('GET', `/v1/transaction/${id}/biometrics/selfie`)
  expect(selfie.status).toBe(404)
  const bought = await implied.call('POST', `/v1/transaction/${id}/creditpro`)
  expect(await readProblem(bought)).toMatchObject({ code: 'scope-missing', scope: 'credit:read' })
  expect(bought.headers.get('www-authenticate')).toBe(
    'Bearer error="insufficient_scope", scope="credit:read"',
  )
})

test('an implied scope shows pictures of live transactions to their own program alone', async ({
  implied,
}) => {
  const live = (azp: string, scope = '') => ({ mode: 'live', azp, scope }) as const
  const made = await implied.call('POST', '/v1/transaction', {
    body: { documentType: 'CPF', document: '52998224725' },
    claims: live('maker'),
  })
  const path = `/v1/transaction/${(await made.json()).id}/biometrics/selfie`
  const statusFor = async (claims: object) => (await implied.call('GET', path, { claims })).status
  expect(await statusFor(live('maker'))).toBe(404)
  expect(await statusFor(live('other'))).toBe(403)
  expect(await statusFor(live('other', 'images:read'))).toBe(404)
  expect(await statusFor({ ...live('other'), tenant: `t-${randomUUID()}` })).toBe(404)
})

/** The operations of the contract, as its clients call them. */
const contract = [
  ['POST', '/v1/transaction'],
  ['POST', '/v1/transaction/{id}/emails/tokens'],
  ['GET', '/v1/transaction/{id}/emails/tokens'],
  ['GET', '/v1/transaction/{id}/sms/tokens'],
  ['POST', '/v1/transaction/{id}/sms/2fa'],
  ['GET', '/v1/transaction/{id}/sms/2fa'],
  ['GET', '/v1/transaction/{id}/whatsapps/2fa'],
  ['POST', '/v1/transaction/{id}/facial-biometrics/liveness'],
  ['POST', '/v1/{id}/redoc'],
  ['POST', '/v1/transaction/{id}/biometrics-score'],
  ['GET', '/v1/transaction/{id}/biometrics-score-image'],
  ['GET', '/v1/transaction/{id}/biometrics/selfie'],
  ['GET', '/v1/transaction/{id}/biometrics/document'],
  ['GET', '/v1/transaction/{id}/trustcard'],
  ['GET', '/v1/transaction/{id}/insights'],
  ['POST', '/v1/transaction/{id}/backgroundcheck'],
  ['POST', '/v1/transaction/{id}/backgroundcheck/company'],
  ['GET', '/v1/transaction/{id}/lvs'],
  ['GET', '/v1/{id}/lvs'],
  ['GET', '/v1/packs/basic/{id}'],
  ['GET', '/v1/packs/onboarding/{id}'],
] as const

test.for(['sandbox', 'live'] as const)(
  'implied, the clients of the contract notice nothing in %s: no operation of it misses a scope',
  async (mode, { implied }) => {
    const id = await createTransaction(implied, { name: 'Ana Exemplo' }, { mode })
    for (const [method, path] of contract) {
      const at = path.replace('{id}', id)
      const { status } = await implied.call(method, at, { claims: { mode } })
      expect([method, path, status]).not.toEqual([method, path, 403])
    }
    // What the contract refuses by 403 itself.
    const bought = await implied.call('POST', `/v1/transaction/${id}/creditpro`, {
      claims: { mode },
    })
    expect(bought.status).toBe(403)
  },
)

// createEndpoint, listEndpoints, readEndpoint, changeEndpoint, deleteEndpoint, testEndpoint, rotateEndpointSecret
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { test as base } from '#test/db/fixture.ts'
import { type Answer, createTestApp } from '#test/support/app.ts'
import { type Receiver, startReceiver } from '#test/support/servers/receiver.ts'
import type { Claims } from '#test/support/token.ts'
import { readProblem } from '#test/support/transactions.ts'

type Called = {
  readonly tenant: string
  readonly receiver: Receiver
  readonly log: readonly string[]
  readonly ask: (method: string, path?: string, body?: unknown, more?: Asked) => Promise<Answer>
}
type Asked = { readonly claims?: Claims; readonly headers?: Record<string, string> }

const test = base.extend<{ called: Called }>({
  called: async ({ db }, use) => {
    await using receiver = await startReceiver()
    const tenant = `t-${randomUUID()}`
    const { call, log } = await createTestApp(db, undefined, { endpoints: { takesLoopback: true } })
    const ask: Called['ask'] = (method, path = '', body, { claims, headers } = {}) =>
      call(method, `/v1/endpoints${path}`, {
        ...(body !== undefined && { body }),
        ...(headers && { headers }),
        claims: { tenant, scope: 'endpoints:write', ...claims },
      })
    await use({ tenant, receiver, log, ask })
  },
})

const core = { name: 'core', url: 'https://core.example.com/calls' }

test('201, 200: the secret is shown once, headers never; changes are audited by the names of fields', async ({
  called: { ask, tenant, log },
  db,
}) => {
  const sent = {
    ...core,
    timeoutMs: 8_000,
    headers: { 'x-api-key': 'k-Sealed1' },
    description: 'x',
  }
  const answer = await ask('POST', '', sent, { headers: { 'idempotency-key': 'one' } })
  expect(answer.status).toBe(201)
  const { secret, ...shown } = await answer.json()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const { headers: _, ...open } = sent
  expect(shown).toMatchObject({ ...open, mode: 'sandbox', headerNames: ['x-api-key'] })
  const again = await ask('POST', '', sent, { headers: { 'idempotency-key': 'one' } })
  expect(await again.json()).toEqual({ ...shown, secretShown: true })
  expect(await (await ask('GET')).json()).toEqual([shown])
  expect(await (await ask('GET', '/core')).json()).toEqual(shown)
  const changed = await ask('PATCH', '/core', { timeoutMs: 1_000, headers: {}, description: null })
  const { headerNames: __, description: ___, ...left } = shown
  expect(await changed.json()).toEqual({ ...left, timeoutMs: 1_000 })
  expect((await ask('DELETE', '/core')).status).toBe(204)
  expect((await ask('DELETE', '/core')).status).toBe(404)
  const rows = await db.execute<{ action: string; details: unknown }>(
    sql`select action, details from audit where tenant = ${tenant} order by seq`,
  )
  expect([...rows]).toEqual([
    { action: 'endpoint.created', details: null },
    { action: 'endpoint.changed', details: { changed: 'timeoutMs headers description' } },
    { action: 'endpoint.deleted', details: null },
  ])
  expect(log.join('\n')).not.toContain('k-Sealed1')
})

test('400: an address that would never be reached, a time-out out of bounds, a header of ours', async ({
  called: { ask },
}) => {
  expect((await ask('POST', '', core)).status).toBe(201)
  const wrong = [
    { url: 'http://example.com/' },
    { url: 'https://10.0.0.1/' },
    { url: 'https://169.254.169.254/latest' },
    { url: 'https://user:secret@example.com/' },
    { url: 'https://example.com/#part' },
    { url: 'ftp://example.com/' },
    { timeoutMs: 999 },
    { timeoutMs: 10_001 },
    { headers: { host: 'core' } },
    { headers: { 'webhook-signature': 'v1,x' } },
    { headers: { 'content-length': '3' } },
    { headers: { 'X-Key': 'a' } },
    { headers: { 'x-key': 'a\r\nb: c' } },
    { headers: Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`x-${n}`, 'a'])) },
  ]
  for (const one of wrong) {
    const said = JSON.stringify(one)
    expect((await ask('POST', '', { ...core, name: 'other', ...one })).status, said).toBe(400)
    expect((await ask('PATCH', '/core', one)).status, said).toBe(400)
  }
  expect((await ask('POST', '', { ...core, name: 'Core' })).status).toBe(400)
  expect((await ask('POST', '/core/secrets', { overlapSeconds: -1 })).status).toBe(400)
})

test('403, 404: no scope; an endpoint of nobody, of another tenant, of the other mode', async ({
  called: { ask },
}) => {
  await ask('POST', '', core)
  for (const scope of ['webhooks:write', 'packs:write packs:live', 'transactions:write']) {
    const refused = await ask('POST', '', core, { claims: { scope } })
    expect(await readProblem(refused)).toMatchObject({ status: 403, scope: 'endpoints:write' })
  }
  const asked = [
    ['GET', ''],
    ['PATCH', '', {}],
    ['DELETE', ''],
    ['POST', '/secrets'],
    ['POST', '/test'],
  ] as const
  for (const [method, path, body] of asked) {
    const foreign = await ask(method, `/core${path}`, body, { claims: { tenant: 'other' } })
    const live = await ask(method, `/core${path}`, body, { claims: { mode: 'live' } })
    const unknown = await ask(method, `/nobody${path}`, body)
    for (const answer of [foreign, live, unknown])
      expect(await readProblem(answer), path).toMatchObject({ status: 404, code: 'not-found' })
  }
  expect(await (await ask('GET', '', undefined, { claims: { mode: 'live' } })).json()).toEqual([])
})

test('409, 429: a name stands once in a mode, and twenty are enough, also of thirty at once', async ({
  called: { ask },
}) => {
  expect((await ask('POST', '', core)).status).toBe(201)
  expect(await readProblem(await ask('POST', '', core))).toMatchObject({ code: 'name-taken' })
  expect((await ask('POST', '', core, { claims: { mode: 'live' } })).status).toBe(201)
  const more = Array.from({ length: 30 }, (_, n) => ask('POST', '', { ...core, name: `n-${n}` }))
  const made = (await Promise.all(more)).filter(({ status }) => status === 201)
  expect(made).toHaveLength(19)
  const refused = await ask('POST', '', { ...core, name: 'more' })
  expect(await readProblem(refused)).toMatchObject({ status: 429, code: 'limit-reached' })
})

test('200: a test is signed by every secret that is good, bears the headers, and shows no answer', async ({
  called: { ask, receiver },
}) => {
  const url = receiver.url('/calls?from=atesta')
  const made = await ask('POST', '', { name: 'core', url, headers: { 'x-api-key': 'k-1' } })
  const first = (await made.json()).secret
  const rotated = await ask('POST', '/core/secrets', { overlapSeconds: 60 })
  expect(rotated.status).toBe(201)
  const second = (await rotated.json()).secret
  const tested = await ask('POST', '/core/test')
  expect(tested.status).toBe(200)
  expect(await tested.json()).toEqual({ outcome: 'answered', durationMs: expect.any(Number) })
  const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = receiver.received
  expect(path).toBe('/calls?from=atesta')
  expect(headers['x-api-key']).toBe('k-1')
  for (const secret of [first, second])
    // Safe because a call's headers come once each.
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
      type: 'endpoint.test',
      timestamp: expect.any(String),
      data: { callId: headers['webhook-id'] },
    })
})

test('200: a test says what is wrong with an endpoint', async ({ called: { ask, receiver } }) => {
  await ask('POST', '', { name: 'core', url: receiver.url('/calls'), timeoutMs: 1_000 })
  const location = receiver.url('/elsewhere')
  const answers = [
    [{ status: 202 }, { outcome: 'later' }],
    [{ status: 401 }, { outcome: 'trouble', code: 'http-401' }],
    [
      { status: 307, headers: { location } },
      { outcome: 'trouble', code: 'redirect' },
    ],
    [{ status: 409 }, { outcome: 'refused', code: 'http-409' }],
    [{ status: 503 }, { outcome: 'again', code: 'http-503' }],
    [
      { status: 204, waitMs: 5_000 },
      { outcome: 'again', code: 'timeout' },
    ],
  ] as const
  for (const [answer, meaning] of answers) {
    receiver.answer = answer
    expect(await (await ask('POST', '/core/test')).json()).toMatchObject(meaning)
  }
  expect(receiver.received.map(({ path }) => path)).not.toContain('/elsewhere')
})

test('a private host is reached by the tenant that the operator has named, and by no other', async ({
  db,
}) => {
  await using receiver = await startReceiver()
  const { call } = await createTestApp(db, undefined, { registry: 'database' })
  const register = async (tenant: string, privateHosts: readonly string[]) => {
    const claims = { tenant: 'operator', scope: 'tenants:admin' }
    const body = privateHosts.length > 0 ? { privateHosts } : {}
    expect((await call('PUT', `/v1/tenants/${tenant}`, { body, claims })).status).toBeLessThan(300)
  }
  const [one, other] = [`a-${randomUUID()}`, `b-${randomUUID()}`]
  await register(one, [receiver.host])
  await register(other, ['localhost:1'])
  const create = (tenant: string, url: string) =>
    call('POST', '/v1/endpoints', {
      body: { name: 'core', url },
      claims: { tenant, scope: 'endpoints:write' },
    })
  await expect.poll(async () => (await create(one, receiver.url('/'))).status).toBe(201)
  expect((await create(other, receiver.url('/'))).status).toBe(400)
})

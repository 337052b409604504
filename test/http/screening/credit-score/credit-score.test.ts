// A credit score over HTTP: each documented answer, and that it is bought once.
import { expect } from 'vitest'
import type { CheckAccount } from '#src/screening/orders/port.ts'
import { startStandIn } from '#test/contract/stand-in-worker.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { sandboxChecking } from '#test/support/checking.ts'

const test = testOn(
  (db) =>
    createTestApp(db, undefined, {
      checking: sandboxChecking({ costMicros: 100, capMicros: 1_000 }),
    }),
  { works: true },
)

const scope = 'credit:read'

async function create(app: TestApp, digits: string, more: object = {}, claims = {}) {
  const body = { documentType: 'CPF', document: `52998${digits}25`, ...more }
  return (await (await app.call('POST', '/v1/transaction', { body, claims })).json()).id as string
}

const buy = (app: TestApp, id: string, claims: object = {}, headers = {}) =>
  app.call('POST', `/v1/transaction/${id}/creditpro`, { claims: { scope, ...claims }, headers })

const countClaims = async (app: TestApp, id: string) => {
  const entries = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()
  return entries.filter(({ kind }: { kind: string }) => kind === 'check-attempt-claimed').length
}

test('200: the scores of the source, with the criterion of the transaction, else 1', async ({
  app,
}) => {
  const answer = await buy(app, await create(app, '0001'))
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({
    id: expect.any(String),
    document: '52998000125',
    criterion: 1,
    creationDateUtc: expect.stringMatching(/Z$/),
    scores: [{ name: 'SANDBOX', value: expect.stringMatching(/^\d{3}$/) }],
  })
  const other = await buy(app, await create(app, '0001', { criterion: 7 }))
  expect(await other.json()).toMatchObject({ criterion: 7 })
})

test('those who ask at once join one purchase, and its result counts for 24 hours', async ({
  app,
}) => {
  const id = await create(app, '0001')
  const answers = await Promise.all([buy(app, id), buy(app, id), buy(app, id)])
  const bodies = await Promise.all([...answers, await buy(app, id)].map((one) => one.json()))
  expect(new Set(bodies.map((one) => one.id)).size).toBe(1)
  expect(await countClaims(app, id)).toBe(1)
})

test('an answer is repeated for its key, whoever has waited for it', async ({ app }) => {
  const id = await create(app, '0001')
  const headers = { 'idempotency-key': 'once' }
  const first = await (await buy(app, id, {}, headers)).json()
  const again = await buy(app, id, {}, headers)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await again.json()).toEqual(first)
})

test('204: the source has no score for the document, and is not asked again', async ({ app }) => {
  const id = await create(app, '0004')
  expect((await buy(app, id)).status).toBe(204)
  expect((await buy(app, id)).status).toBe(204)
  expect(await countClaims(app, id)).toBe(1)
})

test('403: the credential lacks the scope, whatever the transaction', async ({ app }) => {
  const id = await create(app, '0001')
  const answer = await buy(app, id, { scope: 'packs:write' })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({ code: 'scope-missing', scope: 'credit:read' })
  expect(await countClaims(app, id)).toBe(0)
})

test('503: no source has answered; a repeat asks anew', async ({ app }) => {
  const id = await create(app, '0011')
  for (const claims of [1, 2]) {
    const answer = await buy(app, id)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBeTruthy()
    expect(await countClaims(app, id)).toBe(claims)
  }
})

test('503: a live tenant without an account', async ({ app }) => {
  const claims = { mode: 'live' } as const
  expect((await buy(app, await create(app, '0001', {}, claims), claims)).status).toBe(503)
})

test('404: an unknown transaction, and that of another tenant', async ({ app }) => {
  const id = await create(app, '0001')
  expect((await buy(app, id, { tenant: 'other' })).status).toBe(404)
  expect((await buy(app, '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35')).status).toBe(404)
})

test('429: over the cap of the day nothing is bought', async ({ db }) => {
  const app = await createTestApp(db, undefined, {
    checking: sandboxChecking({ costMicros: 100, capMicros: 50 }),
  })
  const id = await create(app, '0001')
  const answer = await buy(app, id)
  expect(answer.status).toBe(429)
  expect(await answer.json()).toMatchObject({ code: 'limit-reached' })
})

test('409 purchase-uncertain: what may have been bought is bought again once, and when it is said', async ({
  db,
}) => {
  const asked: string[] = []
  const account: CheckAccount = {
    id: 'doubtful',
    vendor: 'scripted',
    repeat: 'never',
    costMicros: 0,
    timeoutMs: 1_000,
    resultMs: 0,
    offers: () => true,
    buy: async ({ service }) => {
      asked.push(service)
      return { kind: 'uncertain', cause: 'timeout' }
    },
    verifyWebhook: () => false,
    parseWebhook: async () => [],
  }
  const checking = sandboxChecking({ accounts: [account] })
  const app = await createTestApp(db, undefined, { checking })
  await using _worker = startStandIn(app)
  const claims = { mode: 'live', scope } as const
  const id = await create(app, '0001', {}, claims)
  const again = (key?: string) =>
    app.call('POST', `/v1/transaction/${id}/creditpro`, {
      claims,
      body: { again: true },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  const codeOf = async (answer: Awaited<ReturnType<typeof again>>) => [
    answer.status,
    (await answer.json()).code,
  ]
  const uncertain = [409, 'purchase-uncertain']
  for (const _ of [1, 2]) expect(await codeOf(await buy(app, id, claims))).toEqual(uncertain)
  expect(asked).toHaveLength(1)
  expect(await codeOf(await again())).toEqual([400, 'invalid-request'])
  expect(await codeOf(await again('first'))).toEqual(uncertain)
  expect(asked).toHaveLength(2)
  expect(await codeOf(await again('second'))).toEqual(uncertain)
  expect(asked).toHaveLength(2)
})

// Which answers are kept under an Idempotency-Key, for whom, and what happens when requests meet.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { firstAnswers } from '#src/journey/idempotency/store.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import {
  countRows,
  createToken,
  createTransaction,
  moveClock,
  readProblem,
  unknownId,
  wrongCode,
} from '#test/support/transactions.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

const body = { documentType: 'CPF', document: '52998224725', email: 'kept@example.test' }
const create = (app: TestApp, key: string, options: object = {}) =>
  app.call('POST', '/v1/transaction', { body, headers: { 'idempotency-key': key }, ...options })

const tokens = (id: string) => `/v1/transaction/${id}/emails/tokens`
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

test('two equal creations at once under one key make one transaction', async ({ db }) => {
  const app = await createTestApp(db)
  for (let round = 0; round < 5; round += 1) {
    const before = await countRows(db)
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(app, `race-${round}`)))
    for (const answer of answers) expect([201, 409]).toContain(answer.status)
    const last = await create(app, `race-${round}`)
    const made = answers.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThan(0)
    const ids = await Promise.all([...made, last].map(async (one) => (await one.json()).id))
    expect(new Set(ids).size).toBe(1)
    expect((await countRows(db))['transaction']).toBe((before['transaction'] ?? 0) + 1)
  }
})

test('the same fields in another order are another request, as the body is compared as it came', async ({
  db,
}) => {
  const app = await createTestApp(db)
  const [one, other] = [
    '{"documentType":"CPF","document":"52998224725"}',
    '{"document":"52998224725","documentType":"CPF"}',
  ]
  const post = (text: string) =>
    app.call('POST', '/v1/transaction', {
      body: new TextEncoder().encode(text),
      headers: { 'idempotency-key': 'ordered', 'content-type': 'application/json' },
    })
  expect([(await post(one)).status, (await post(one)).status]).toEqual([201, 201])
  expect((await readProblem(await post(other))).code).toBe('idempotency-key-reused')
})

test('a quoted key and a bare one are the same key', async ({ db }) => {
  const app = await createTestApp(db)
  const first = await (await create(app, 'spelled')).json()
  const again = await create(app, '"spelled"')
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await again.json()).toEqual(first)
})

test('tenants, modes and operations have keys of their own', async ({ db }) => {
  const app = await createTestApp(db)
  const ids = new Set<string>()
  for (const claims of [{}, { tenant: 'globex' }, { mode: 'live' as const }]) {
    const answer = await create(app, 'shared', { claims })
    expect(answer.headers.has('idempotent-replayed')).toBe(false)
    ids.add((await answer.json()).id)
  }
  expect(ids.size).toBe(3)
  const [id = ''] = ids
  const token = await app.call('POST', tokens(id), keyed('shared'))
  expect([token.status, token.headers.has('idempotent-replayed')]).toEqual([201, false])
})

test('422 code-mismatch is repeated as it was, and is one check', async ({ db }) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  const { code } = await createToken(app, id)
  const path = `${tokens(id)}/validation`
  const wrong = { body: { code: wrongCode(code) } }
  for (let n = 0; n < 6; n += 1) {
    const answer = await app.call('POST', path, { ...wrong, ...keyed('one-check') })
    expect(await readProblem(answer)).toMatchObject({ status: 422, checksLeft: 4 })
    expect(answer.headers.get('idempotent-replayed')).toBe(n === 0 ? null : 'true')
  }
  const next = await app.call('POST', path, { ...wrong, ...keyed('next-check') })
  expect(await readProblem(next)).toMatchObject({ checksLeft: 3 })
})

test('422 no-email is repeated as it was', async ({ db }) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app, { email: undefined })
  await app.call('POST', tokens(id), keyed('no-email'))
  const again = await app.call('POST', tokens(id), keyed('no-email'))
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await readProblem(again)).toMatchObject({ status: 422, code: 'no-email' })
})

test('429 limit-reached is repeated as it was, with its Retry-After, also when it would work again', async ({
  db,
}) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  for (let n = 0; n < 3; n += 1) {
    await createToken(app, id)
    await moveClock(db, id, 130_000)
  }
  const first = await app.call('POST', tokens(id), keyed('limit'))
  expect(first.status).toBe(429)
  await moveClock(db, id, 3_600_000)
  const again = await app.call('POST', tokens(id), keyed('limit'))
  expect(again.status).toBe(429)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.headers.get('retry-after')).toBe(first.headers.get('retry-after'))
  expect((await app.call('POST', tokens(id), keyed('another'))).status).toBe(201)
})

test('410 expired is repeated as it was', async ({ db }) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  const { code } = await createToken(app, id)
  await moveClock(db, id, 3_600_000)
  const path = `${tokens(id)}/validation`
  await app.call('POST', path, { body: { code }, ...keyed('late') })
  const again = await app.call('POST', path, { body: { code }, ...keyed('late') })
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([410, 'true'])
})

test('400, 401, 404, 413 and 415 are not kept: the key is free for the corrected request', async ({
  db,
}) => {
  const app = await createTestApp(db)
  const json = { 'content-type': 'application/json', 'idempotency-key': 'corrected' }
  const asked = [
    [400, { body: '{"documentType":"CPF"}', headers: json }],
    [401, { body, headers: { ...json, authorization: 'Bearer nobody' } }],
    [413, { body: `"${'x'.repeat(1_048_576)}"`, headers: json }],
    [415, { body, headers: { ...json, 'content-type': 'text/plain' } }],
  ] as const
  const before = await countRows(db)
  for (const [status, options] of asked)
    expect((await app.call('POST', '/v1/transaction', options)).status).toBe(status)
  expect((await app.call('POST', tokens(unknownId), keyed('corrected'))).status).toBe(404)
  expect(await countRows(db)).toEqual(before)
  const answer = await create(app, 'corrected')
  expect([answer.status, answer.headers.has('idempotent-replayed')]).toEqual([201, false])
})

test('429 rate-limited is not kept', async ({ db }) => {
  let allowed = false
  const verdict = { limit: 1, remaining: 0, resetSeconds: 1, retryAfterSeconds: 1 }
  const app = await createTestApp(db, undefined, {
    rateLimit: async () => ({ ...verdict, allowed }),
  })
  const limited = await create(app, 'limited')
  expect(await readProblem(limited)).toMatchObject({ status: 429, code: 'rate-limited' })
  allowed = true
  const answer = await create(app, 'limited')
  expect([answer.status, answer.headers.has('idempotent-replayed')]).toEqual([201, false])
})

test('a commit that fails keeps nothing: the same key does the work later', async ({ db }) => {
  const app = await createTestApp(db)
  await db.execute(sql`alter table journal rename to journal_away`)
  expect((await create(app, 'failed')).status).toBe(500)
  await db.execute(sql`alter table journal_away rename to journal`)
  const answer = await create(app, 'failed')
  expect([answer.status, answer.headers.has('idempotent-replayed')]).toEqual([201, false])
})

test('a key on a GET means nothing', async ({ db }) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  const before = await countRows(db)
  const first = await app.call('GET', `/v1/transaction/${id}`, keyed('reading'))
  const other = await app.call('GET', `/v1/transaction/${id}/timeline`, keyed('reading'))
  expect([first.status, other.status]).toEqual([200, 200])
  expect(await countRows(db)).toEqual(before)
})

test('a kept answer holds no readable key, request or answer', async ({ db }) => {
  const app = await createTestApp(db)
  const { id } = await (await create(app, 'a-readable-key')).json()
  const rows = await db.select().from(firstAnswers)
  const row = rows.find((one) => one.transactionId === id)
  const bytes = Buffer.concat([
    row?.keyHash ?? Buffer.alloc(0),
    row?.fingerprint ?? Buffer.alloc(0),
    row?.answer ?? Buffer.alloc(0),
  ]).toString('latin1')
  expect(row?.answer?.length).toBeGreaterThan(100)
  for (const text of ['a-readable-key', body.document, body.email])
    expect(bytes).not.toContain(text)
})

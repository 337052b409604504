// What belongs to another tenant or to the other mode does not exist: its 404 is, byte for byte, that
// of an id which nobody has, and of what is not even an id.
import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { keepMessage } from '#src/sandbox/store.ts'
import { type TestApp } from '#test/support/app.ts'
import { countRows, createToken, createTransaction, unknownId } from '#test/support/transactions.ts'
import type { Claims } from '#test/support/token.ts'
import { test } from '#test/support/app-fixture.ts'

type Operation = {
  name: string
  method: string
  path: (id: string) => string
  body?: unknown
  /** Names a message instead of a transaction. */
  ofMessage?: boolean
}

const operations: Operation[] = [
  { name: 'getTransaction', method: 'GET', path: (id) => `/v1/transaction/${id}` },
  { name: 'getTimeline', method: 'GET', path: (id) => `/v1/transaction/${id}/timeline` },
  { name: 'getAgenda', method: 'GET', path: (id) => `/v1/transaction/${id}/agenda` },
  { name: 'createEmailToken', method: 'POST', path: (id) => `/v1/transaction/${id}/emails/tokens` },
  { name: 'getEmailToken', method: 'GET', path: (id) => `/v1/transaction/${id}/emails/tokens` },
  {
    name: 'validateEmailToken',
    method: 'POST',
    path: (id) => `/v1/transaction/${id}/emails/tokens/validation`,
    body: { code: '123456' },
  },
  { name: 'queryPack', method: 'GET', path: (id) => `/v1/packs/basic/${id}` },
  { name: 'queryPack by HEAD', method: 'HEAD', path: (id) => `/v1/packs/basic/${id}` },
  { name: 'startPack', method: 'POST', path: (id) => `/v1/packs/basic/${id}`, body: {} },
  {
    name: 'listSandboxMessages',
    method: 'GET',
    path: (id) => `/v1/sandbox/messages?transactionId=${id}`,
  },
  {
    name: 'replyToSandboxMessage',
    method: 'POST',
    path: (id) => `/v1/sandbox/messages/${id}/reply`,
    body: { option: 1 },
    ofMessage: true,
  },
  {
    name: 'advanceSandboxClock',
    method: 'POST',
    path: (id) => `/v1/sandbox/transactions/${id}/clock`,
    body: { advance: 'PT1S' },
  },
]

const malformed = [
  'abc',
  '0',
  '..%2F..',
  'null',
  `${unknownId}0`,
  unknownId.replaceAll('-', ''),
  '11111111-1111-1111-1111-111111111111',
  '00000000-0000-0000-0000-000000000000',
  `%20${unknownId}`,
  'é'.repeat(500),
]

/** A transaction with a token, and the id of a message of it. */
async function createAll(app: TestApp, claims: Claims) {
  const transaction = await createTransaction(app, {}, claims)
  await createToken(app, transaction, claims)
  if (claims.mode === 'live') return { transaction, message: transaction }
  const content = { to: 'a@b.test', text: 'x' }
  const attemptId = randomUUID()
  await keepMessage(app.db, app.sealer, {
    transactionId: transaction,
    channel: 'email',
    attemptId,
    content,
  })
  const path = `/v1/sandbox/messages?transactionId=${transaction}`
  const [message] = await (await app.call('GET', path, { claims })).json()
  return { transaction, message: message.id as string }
}

/** The whole answer, every header and byte of it, to a request with a request id of its own. */
async function see(
  app: TestApp,
  one: Operation,
  id: string,
  options: { claims: Claims; key?: string },
) {
  const headers = {
    'request-id': '0e9f5a2c-1d3b-4c6f-8a7e-5b2d9c4f1a30',
    ...(options.key !== undefined && { 'idempotency-key': options.key }),
  }
  const body = one.body === undefined ? {} : { body: one.body }
  const answer = await app.call(one.method, one.path(id), {
    headers,
    ...body,
    claims: options.claims,
  })
  return { status: answer.status, headers: [...answer.headers], text: await answer.text() }
}

const mine: Claims = { tenant: 'acme', mode: 'sandbox' }
const strangers: Claims[] = [
  { tenant: 'globex', mode: 'sandbox' },
  { tenant: 'acme', mode: 'live' },
  { tenant: 'ACME', mode: 'sandbox' },
]

describe.for(operations)('$name', (operation) => {
  test('answers 404 alike for what is not there, not an id, and not the caller’s', async ({
    app,
  }) => {
    const { transaction, message } = await createAll(app, mine)
    const id = operation.ofMessage ? message : transaction
    const before = await countRows(app.db)
    const nudges = app.nudged.length
    const unknown = await see(app, operation, unknownId, { claims: mine })
    expect(unknown.status).toBe(404)
    for (const claims of strangers)
      expect(await see(app, operation, id, { claims })).toEqual(unknown)
    for (const one of malformed)
      expect(await see(app, operation, one, { claims: mine }), one).toEqual(unknown)
    expect(await countRows(app.db)).toEqual(before)
    expect(app.nudged).toHaveLength(nudges)
  })
})

const posts = operations.filter(({ method }) => method === 'POST')

test.for(posts)(
  '$name with an Idempotency-Key answers 404 alike, and keeps nothing',
  async (one, { app }) => {
    const { transaction, message } = await createAll(app, mine)
    const id = one.ofMessage ? message : transaction
    const before = await countRows(app.db)
    const unknown = await see(app, one, unknownId, { claims: mine, key: 'k1' })
    for (const claims of strangers)
      expect(await see(app, one, id, { claims, key: 'k1' })).toEqual(unknown)
    expect(await see(app, one, 'abc', { claims: mine, key: 'k1' })).toEqual(unknown)
    expect(await countRows(app.db)).toEqual(before)
  },
)

test('a path with a NUL is no id either', async ({ app }) => {
  for (const operation of operations.filter((one) => !one.path('').includes('?'))) {
    const unknown = await see(app, operation, unknownId, { claims: mine })
    expect(await see(app, operation, '%00', { claims: mine })).toEqual(unknown)
  }
})

test('a live transaction does not exist for the sandbox credential of its tenant', async ({
  app,
}) => {
  const live: Claims = { tenant: 'acme', mode: 'live' }
  const { transaction } = await createAll(app, live)
  const read = operations.filter(({ ofMessage }) => !ofMessage)
  for (const operation of read) {
    const unknown = await see(app, operation, unknownId, { claims: mine })
    expect(await see(app, operation, transaction, { claims: mine })).toEqual(unknown)
  }
  expect((await app.call('GET', `/v1/transaction/${transaction}`, { claims: live })).status).toBe(
    200,
  )
})

test('a live credential finds nothing under /v1/sandbox, whatever it sends', async ({ app }) => {
  const claims: Claims = { tenant: 'acme', mode: 'live' }
  const { transaction } = await createAll(app, claims)
  const asked = [
    ['GET', '/v1/sandbox/messages', undefined],
    ['GET', `/v1/sandbox/messages?transactionId=${transaction}`, undefined],
    ['GET', '/v1/sandbox/messages?transactionId=a&transactionId=b', undefined],
    ['POST', `/v1/sandbox/messages/${transaction}/reply`, { option: 1 }],
    ['POST', `/v1/sandbox/messages/${transaction}/reply`, 'not json'],
    ['POST', `/v1/sandbox/transactions/${transaction}/clock`, { advance: 'PT1S' }],
    ['POST', `/v1/sandbox/transactions/${transaction}/clock`, { advance: 7 }],
  ] as const
  for (const [method, path, body] of asked) {
    const answer = await app.call(method, path, { claims, ...(body !== undefined && { body }) })
    expect([method, path, answer.status]).toEqual([method, path, 404])
  }
})

// The same for every other operation that takes a body, or might be sent one.
import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { keepMessage } from '#src/sandbox/store.ts'
import { type TestApp } from '#test/support/app.ts'
import {
  countRows,
  createToken,
  createTransaction,
  readProblem,
} from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

type Operation = {
  name: string
  path: (id: string, message: string) => string
  field: string
  /** Its body may be left out. */
  optional?: boolean
}

const operations: Operation[] = [
  {
    name: 'validateEmailToken',
    path: (id) => `/v1/transaction/${id}/emails/tokens/validation`,
    field: 'code',
  },
  {
    name: 'startPack',
    path: (id) => `/v1/packs/basic/${id}`,
    field: 'version',
    optional: true,
  },
  {
    name: 'replyToSandboxMessage',
    path: (_, message) => `/v1/sandbox/messages/${message}/reply`,
    field: 'option',
  },
  {
    name: 'advanceSandboxClock',
    path: (id) => `/v1/sandbox/transactions/${id}/clock`,
    field: 'advance',
  },
]

const secret = 'unmistakable-secret'

/** A transaction with a token and a message, and the path of an operation on them. */
async function prepare(app: TestApp, { path }: Operation): Promise<string> {
  const id = await createTransaction(app)
  await createToken(app, id)
  const content = { to: 'a@b.test', text: 'x' }
  const attemptId = randomUUID()
  await keepMessage(app.db, app.sealer, { transactionId: id, channel: 'email', attemptId, content })
  const [message] = await (await app.call('GET', `/v1/sandbox/messages?transactionId=${id}`)).json()
  return path(id, message.id)
}

describe.for(operations)('$name', (operation) => {
  const { field } = operation
  const bodies: [string, string, string][] = [
    ['text', secret, 'not-json #'],
    ['half of an object', '{', 'not-json #'],
    ...(operation.optional ? [] : [['nothing', '', 'required #'] as [string, string, string]]),
    ['a list', `["${secret}"]`, 'type #'],
    ['a wrong type', `{"${field}":{"${secret}":1}}`, `type #/${field}`],
    ['a NUL', `{"${field}":"${secret}\\u0000"}`, `unicode #/${field}`],
    ['half of a pair', `{"${field}":"${secret}\\ud800"}`, `unicode #/${field}`],
    ['10 000 lists', `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'too-deep #'],
  ]

  test('refuses what is no sound body with 400 and a pointer, and stores nothing', async ({
    app,
  }) => {
    const path = await prepare(app, operation)
    const before = await countRows(app.db)
    for (const [, body, fault] of bodies) {
      const headers = { 'content-type': 'application/json' }
      const answer = await app.call('POST', path, { body, headers })
      expect(answer.status).toBe(400)
      const text = await answer.clone().text()
      const { errors = [] } = await readProblem(answer)
      expect(errors.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([fault])
      expect(text).not.toContain(secret)
    }
    expect(app.log.join('')).not.toContain(secret)
    expect(await countRows(app.db)).toEqual(before)
  })

  test('refuses 2 MiB with 413, and another media type or none with 415', async ({ app }) => {
    const path = await prepare(app, operation)
    const before = await countRows(app.db)
    const large = `{"x":"${'x'.repeat(2 * 1_048_576)}"}`
    const answer = await app.call('POST', path, { body: large })
    expect(await readProblem(answer)).toMatchObject({ status: 413, code: 'payload-too-large' })
    for (const type of ['', 'text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type }
      const other = await app.call('POST', path, { body: '{}', headers })
      expect(await readProblem(other)).toMatchObject({ status: 415 })
    }
    expect(await countRows(app.db)).toEqual(before)
  })

  test('needs its body, unless it may be left out', async ({ app }) => {
    const path = await prepare(app, operation)
    expect((await app.call('POST', path)).status).toBe(operation.optional ? 202 : 415)
  })
})

test('where no body is taken one of 2 MiB is 413 all the same', async ({ app, id }) => {
  const body = 'x'.repeat(2 * 1_048_576)
  for (const path of [`/v1/transaction/${id}/emails/tokens`, '/t/any'])
    expect((await app.call('POST', path, { body })).status).toBe(413)
})

test('a method that an address does not take is 405, and Allow names those that it does', async ({
  app,
  id,
}) => {
  for (const [method, path, allow] of [
    ['PUT', '/v1/transaction', 'POST'],
    ['POST', `/v1/transaction/${id}`, 'GET, HEAD, PATCH, DELETE'],
    ['DELETE', `/v1/transaction/${id}/emails/tokens`, 'GET, HEAD, POST'],
    ['PATCH', `/v1/packs/basic/${id}`, 'GET, HEAD, POST'],
  ] as const) {
    const answer = await app.call(method, path)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
  }
})

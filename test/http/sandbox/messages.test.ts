// listSandboxMessages and replyToSandboxMessage.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { keepMessage } from '#src/sandbox/store.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { countRows, createTransaction, readProblem, unknownId } from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

const path = '/v1/sandbox/messages'
const content = {
  to: 'somebody@sandbox.test',
  subject: 'Seu código',
  text: 'Seu código: 123456',
  code: '123456',
  link: 'https://id.test/t/abc',
}

const keep = (db: Db, { sealer }: TestApp, transactionId: string, attemptId = randomUUID()) =>
  keepMessage(db, sealer, { transactionId, channel: 'email', attemptId, content })

const list = async ({ call }: TestApp, query = '', claims = {}) =>
  (await call('GET', `${path}${query}`, { claims })).json()

test('list 200: what a transaction was sent, in full, newest first', async ({ app, id }) => {
  await keep(app.db, app, id)
  await keep(app.db, app, id)
  const answer = await app.call('GET', `${path}/?transactionId=${id}`)
  expect(answer.status).toBe(200)
  const messages = await answer.json()
  const one = {
    id: expect.any(String),
    transactionId: id,
    channel: 'email',
    ...content,
    createdAt: expect.stringMatching(/Z$/),
  }
  expect(messages).toEqual([one, one])
  expect(messages[0].createdAt >= messages[1].createdAt).toBe(true)
  expect(messages[0].id > messages[1].id).toBe(true)
})

test('mail 200: its HTML with the logo of now, in a frame of ours that runs nothing; 404: of another tenant, of live, of nobody, no mail', async ({
  db,
}) => {
  const logo = 'data:image/png;base64,iVBORw0KGgo='
  const messaging = silentMessaging({ settings: { acme: { link: { logo } } } })
  const app = await createTestApp(db, undefined, { messaging })
  const id = await createTransaction(app)
  const html = '<img src="cid:logo@atesta"><p>Seu código: 123456</p>'
  const mail = { ...content, html }
  const attemptId = randomUUID()
  await keepMessage(db, app.sealer, {
    transactionId: id,
    channel: 'email',
    attemptId,
    content: mail,
  })
  const [listed] = await list(app, `?transactionId=${id}`)
  expect(listed).not.toHaveProperty('html')
  const read = await app.call('GET', `${path}/${listed.id}/mail`)
  expect([read.status, await read.text()]).toEqual([200, html.replace('cid:logo@atesta', logo)])
  expect(read.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*'self'$/)
  await keep(db, app, id)
  const [plain] = await list(app, `?transactionId=${id}`)
  const refused = [
    [plain.id, {}],
    [listed.id, { tenant: 'globex' }],
    [listed.id, { mode: 'live' }],
    [unknownId, {}],
  ] as const
  for (const [one, claims] of refused)
    expect((await app.call('GET', `${path}/${one}/mail`, { claims })).status).toBe(404)
})

test('list 200: the same attempt is shown once', async ({ app, id }) => {
  const attemptId = randomUUID()
  await keep(app.db, app, id, attemptId)
  await keep(app.db, app, id, attemptId)
  expect(await list(app, `?transactionId=${id}`)).toHaveLength(1)
})

test('list 200: without a transaction the tenant’s own, and nobody else’s', async ({ app }) => {
  const tenant = 'globex'
  const id = await createTransaction(app, {}, { tenant })
  await keep(app.db, app, id)
  await keep(app.db, app, await createTransaction(app))
  const ids = (await list(app, '', { tenant })).map(
    (one: { transactionId: string }) => one.transactionId,
  )
  expect(ids).toEqual([id])
  expect(await list(app, '', { tenant: 'initech' })).toEqual([])
})

test('list 200: an empty list before anything was sent', async ({ app }) => {
  expect(await list(app, `?transactionId=${await createTransaction(app)}`)).toEqual([])
})

test.for([unknownId, 'abc', '', '11111111-1111-1111-1111-111111111111'])(
  'list 404: a transaction %j that nobody has',
  async (id, { app }) => {
    const answer = await app.call('GET', `${path}?transactionId=${id}`)
    expect(answer.status).toBe(404)
    expect(await readProblem(answer)).toMatchObject({ code: 'not-found' })
  },
)

test('list 400: two transactions at once', async ({ app }) => {
  const query = `?transactionId=${unknownId}&transactionId=${unknownId}`
  const answer = await app.call('GET', `${path}${query}`)
  expect(answer.status).toBe(400)
  expect(await readProblem(answer)).toMatchObject({
    errors: [{ pointer: 'query#/transactionId', code: 'type' }],
  })
})

test.for([{ option: 1 }, { text: 'Sim' }])(
  'reply 409: an e-mail takes no reply, %j neither',
  async (body, { app, id }) => {
    await keep(app.db, app, id)
    const [message] = await list(app, `?transactionId=${id}`)
    const before = await countRows(app.db)
    for (const slash of ['', '/']) {
      const answer = await app.call('POST', `${path}/${message.id}/reply${slash}`, { body })
      expect(answer.status).toBe(409)
      expect(await readProblem(answer)).toMatchObject({ code: 'not-repliable' })
    }
    expect(await countRows(app.db)).toEqual(before)
  },
)

test('reply 404: a message that nobody has', async ({ app }) => {
  const answer = await app.call('POST', `${path}/${unknownId}/reply`, { body: { option: 1 } })
  expect(answer.status).toBe(404)
})

test.for([
  ['{}', /^#/],
  ['{"option":"1"}', /^#\/option$/],
  ['{"option":0}', /^#\/option$/],
  ['{"text":""}', /^#\/text$/],
  ['[]', /^#$/],
] as const)('reply 400: %s is neither an option nor a text', async ([body, pointer], { app }) => {
  const answer = await app.call('POST', `${path}/${unknownId}/reply`, { body })
  expect(answer.status).toBe(400)
  const { errors = [] } = await readProblem(answer)
  expect(errors[0]?.pointer).toMatch(pointer)
})

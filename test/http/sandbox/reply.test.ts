// replyToSandboxMessage, and what the list of messages shows of those that can be replied to.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import type { PhoneMessage, SandboxPhone } from '#src/vendors/sandbox/phone.ts'
import { keepMessage } from '#src/sandbox/store.ts'
import { lockById } from '#src/journey/transaction/store.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { countRows, createTransaction, readProblem } from '#test/support/transactions.ts'

const path = '/v1/sandbox/messages'
const options = [
  { option: 1, label: 'Sim', payload: 'v1.r.1.aaaaaaaa' },
  { option: 2, label: 'Não', payload: 'v1.r.2.bbbbbbbb' },
]
const content = {
  to: '+5511987654321',
  sender: '106501234567890',
  providerMsgId: 'wamid.1',
  text: 'Foi você?',
  options,
}

type Handed = Parameters<SandboxPhone['reply']>

/** `taken` answers each reply that is handed over, the last for all that follow. */
async function start(db: Db, taken: boolean[] = [true]) {
  const handed: Handed[] = []
  const answers = [...taken]
  const phone: SandboxPhone = {
    async reply(...given) {
      handed.push(given)
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? true
    },
  }
  const app = await createTestApp(db, undefined, { phone })
  const transactionId = await createTransaction(app)
  const keep = (channel: 'sms' | 'whatsapp', changed: Partial<typeof content> = {}) =>
    keepOne({ app, db }, transactionId, channel, { ...content, ...changed })
  const send = (id: string, body: object, headers: Record<string, string> = {}, claims = {}) =>
    app.call('POST', `${path}/${id}/reply`, { body, headers, claims })
  return { app, handed, transactionId, keep, send }
}

async function keepOne(
  { app, db }: { readonly app: TestApp; readonly db: Db },
  transactionId: string,
  channel: 'sms' | 'whatsapp',
  kept: typeof content,
): Promise<string> {
  const delivery = { transactionId, channel, attemptId: randomUUID(), content: kept }
  await keepMessage(db, app.sealer, delivery)
  const answer = await app.call('GET', `${path}?transactionId=${transactionId}`)
  return (await answer.json())[0].id
}

test('list 200: shows what can be chosen, and not what an answer carries back', async ({ db }) => {
  const { app, transactionId, keep } = await start(db)
  await keep('whatsapp')
  const [message] = await (await app.call('GET', `${path}?transactionId=${transactionId}`)).json()
  expect(message).toEqual({
    id: expect.any(String),
    transactionId,
    channel: 'whatsapp',
    to: content.to,
    text: content.text,
    options: [
      { option: 1, label: 'Sim' },
      { option: 2, label: 'Não' },
    ],
    createdAt: expect.stringMatching(/Z$/),
  })
})

test.for(['sms', 'whatsapp'] as const)(
  'reply 202: an option of a message by %s is handed over with what the phone knows of it',
  async (channel, { db }) => {
    const { handed, keep, send } = await start(db)
    const id = await keep(channel)
    const answer = await send(id, { option: 2 })
    expect(answer.status).toBe(202)
    expect(await answer.text()).toBe('')
    const { to, sender, providerMsgId } = content
    const message: PhoneMessage = { channel, to, sender, providerMsgId, options }
    expect(handed).toEqual([[message, { option: 2 }, expect.stringMatching(/^[0-9a-f]{64}$/)]])
  },
)

test('reply 202: words go as they were typed', async ({ db }) => {
  const { handed, keep, send } = await start(db)
  expect((await send(await keep('sms'), { text: ' sim, fui eu ' })).status).toBe(202)
  expect(handed[0]?.[1]).toEqual({ text: ' sim, fui eu ' })
})

test('reply 202: it is handed over when the transaction is free again', async ({ db }) => {
  const locks: boolean[] = []
  const phone: SandboxPhone = {
    async reply() {
      locks.push(await db.transaction(async (tx) => (await lockById(tx, transactionId)) !== undefined)) // prettier-ignore
      return true
    },
  }
  const app = await createTestApp(db, undefined, { phone })
  const transactionId = await createTransaction(app)
  const id = await keepOne({ app, db }, transactionId, 'whatsapp', content)
  const headers = { 'idempotency-key': 'free' }
  const answer = await app.call('POST', `${path}/${id}/reply`, { body: { option: 1 }, headers })
  expect(answer.status).toBe(202)
  expect(locks).toEqual([true])
})

test('reply 202: repeated with its key it is handed over once', async ({ db }) => {
  const { handed, keep, send } = await start(db)
  const id = await keep('whatsapp')
  const headers = { 'idempotency-key': 'once' }
  expect((await send(id, { option: 1 }, headers)).status).toBe(202)
  const again = await send(id, { option: 1 }, headers)
  expect(again.status).toBe(202)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(handed).toHaveLength(1)
})

test('reply 503: what was not taken is repeated with its key, as the same event', async ({
  db,
}) => {
  const { handed, keep, send } = await start(db, [false, true])
  const id = await keep('whatsapp')
  const headers = { 'idempotency-key': 'lost' }
  expect((await send(id, { option: 1 }, headers)).status).toBe(503)
  expect((await send(id, { option: 1 }, headers)).status).toBe(202)
  expect((await send(id, { option: 1 }, headers)).headers.get('idempotent-replayed')).toBe('true')
  expect(handed).toHaveLength(2)
  expect(handed[0]).toEqual(handed[1])
})

test('reply 202: without a key, with another key or in other words it is another event', async ({
  db,
}) => {
  const { handed, keep, send } = await start(db)
  const id = await keep('whatsapp')
  await send(id, { option: 1 })
  await send(id, { option: 1 })
  await send(id, { option: 1 }, { 'idempotency-key': 'other-1' })
  await send(id, { option: 1 }, { 'idempotency-key': 'other-2' })
  await send(id, { option: 1 }, { 'request-id': 'same' })
  await send(id, { option: 2 }, { 'request-id': 'same' })
  expect(new Set(handed.map(([, , replyId]) => replyId)).size).toBe(6)
})

test('reply 422: a key that another reply had', async ({ db }) => {
  const { handed, keep, send } = await start(db)
  const id = await keep('whatsapp')
  const headers = { 'idempotency-key': 'taken' }
  await send(id, { option: 1 }, headers)
  expect((await send(id, { option: 2 }, headers)).status).toBe(422)
  expect(handed).toHaveLength(1)
})

test('reply 409: an SMS token offers no option', async ({ db }) => {
  const { handed, keep, send } = await start(db)
  const id = await keep('sms', { options: [] })
  const before = await countRows(db)
  const answer = await send(id, { option: 1 })
  expect(answer.status).toBe(409)
  expect(await readProblem(answer)).toMatchObject({ code: 'not-repliable' })
  expect(handed).toEqual([])
  expect(await countRows(db)).toEqual(before)
})

test('reply 202: words go to any phone, so that who got a token alone can say START', async ({
  db,
}) => {
  const { handed, keep, send } = await start(db)
  const id = await keep('sms', { options: [] })
  expect((await send(id, { text: 'START' })).status).toBe(202)
  expect(handed).toHaveLength(1)
})

test('reply 409: an option that the message does not offer', async ({ db }) => {
  const { handed, keep, send } = await start(db)
  const answer = await send(await keep('whatsapp'), { option: 3 })
  expect(answer.status).toBe(409)
  expect(handed).toEqual([])
})

test.for([{ tenant: 'globex' }, { mode: 'live' as const }])(
  'reply 404: for a credential of %j there is no such message',
  async (claims, { db }) => {
    const { handed, keep, send } = await start(db)
    expect((await send(await keep('whatsapp'), { option: 1 }, {}, claims)).status).toBe(404)
    expect(handed).toEqual([])
  },
)

test('reply 202: neither number nor words stand in the log', async ({ db }) => {
  const { app, keep, send } = await start(db, [false, true])
  const id = await keep('sms')
  await send(id, { text: 'segredo meu' })
  await send(id, { text: 'segredo meu' })
  expect(app.log.join('')).toContain('/reply')
  expect(app.log.join('')).not.toMatch(/98765|segredo/)
})

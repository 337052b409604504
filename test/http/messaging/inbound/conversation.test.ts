// takeMetaEvents, takeTwilioMessage: what follows when somebody writes to us. Who was not understood is helped once,
// who has written gets free messages for a day, and who hides the number is known by another name.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { MessagingAccount, OutboundMessage } from '#src/messaging/challenges/port.ts'
import type { Db } from '#src/platform/db/client.ts'
import { test } from '#test/db/fixture.ts'
import { answer } from '#test/support/messaging/callbacks.ts'
import { performDue } from '#test/support/due.ts'
import { type Graph, openGraph, readStatus } from '#test/support/messaging/graph.ts'
import {
  accounts,
  newPhone,
  openHooks,
  read,
  readKinds,
  sendRecord,
  type SentRecord,
} from '#test/support/hooks.ts'
import { userIdOf, writeTap } from '#test/support/vendors/meta.ts'

const typeOf = ({ json }: { readonly json: Readonly<Record<string, unknown>> }) => json['type']

async function ask(graph: Graph, phone = newPhone()) {
  const sent = await graph.ask(phone)
  const before = graph.servers[0].messages.filter(({ to }) => `+${to}` === phone).length
  const messages = await graph.perform(sent, Math.max(1, before))
  const message = messages.at(-1)
  if (!message) throw new Error('it was sent')
  return { sent, message }
}

test('WhatsApp: an answer that is not understood is helped once, with buttons that answer', async ({
  db,
}) => {
  await using graph = await openGraph(db, ['meta-helping'])
  const [server] = graph.servers
  const { sent } = await ask(graph)
  await graph.text(sent, 'quem é?')
  expect(await readKinds(graph.app, sent)).toContain('reply-ignored unparsed')
  const [question, help] = await graph.perform(sent, 2)
  if (!question || !help) throw new Error('both were sent')
  expect([question, help].map(typeOf)).toEqual(['template', 'interactive'])
  expect(JSON.stringify(help.json)).toContain('Responda 1 para Sim ou 2 para Não.')
  await graph.text(sent, 'oi')
  await performDue(graph.app.deps, sent.id)
  expect(server.messages).toHaveLength(2)
  // What is reported of it says nothing of the question.
  for (const status of ['sent', 'delivered', 'read']) await graph.report(server, help, status)
  expect(await readStatus(graph, sent)).toMatchObject({ status: 'Waiting' })
  expect(graph.app.log.filter((line) => line.includes('unmatched'))).toEqual([])
  const [, no = ''] = help.payloads
  await graph.post(server.callback('', [{ messages: [writeTap(help, no)] }]))
  expect(await readStatus(graph, sent)).toMatchObject({ status: 'Replied', reply: { option: 2 } })
})

/** SMS by an account that takes everything. */
async function openSms(db: Db) {
  const given: OutboundMessage[] = []
  const account: MessagingAccount = {
    ...accounts.main,
    async send(message, { attemptId }) {
      given.push(message)
      return { kind: 'accepted', providerMsgId: attemptId, costMicros: 5_000 }
    },
  }
  const app = await openHooks(db, [account])
  const helped = async (sent: SentRecord, text = 'oi') => {
    await answer(app, sent, text)
    await performDue(app.deps, sent.id)
    const said = (await readKinds(app, sent)).filter((kind) => kind.startsWith('helped'))
    return said.map((kind) => kind.replace('helped ', ''))
  }
  const send = (phone = newPhone()) => sendRecord(app, { phone, account, claims: { mode: 'live' } })
  return { app, given, send, helped }
}

const several =
  'Acme: ha mais de uma pergunta aberta neste numero. Responda como diz a mensagem de cada uma. Para negar todas, responda NAO.'

test('SMS: it is in the alphabet that is cheap, costs what it costs, and counts for its number', async ({
  db,
}) => {
  const { app, given, send, helped } = await openSms(db)
  const phone = newPhone()
  const records = [await send(phone), await send(phone), await send(phone), await send(phone)]
  const [newest] = records.toReversed()
  if (!newest) throw new Error('there are four')
  await expect.poll(() => helped(newest)).toEqual(['claimed', 'accepted'])
  expect(given.filter(({ template }) => template === 'help')).toMatchObject([
    { to: phone, text: several },
  ])
  const [spent] = await db.execute(
    sql`select sum(cost_micros)::int as micros from challenge_attempt where challenge_id = ${newest.ref} and attempt = 0`,
  )
  expect(spent).toEqual({ micros: 5_000 })
  await expect(send(phone)).rejects.toThrow('creation answered 429')
  const [code] = /\d\d(?= 1 para)/.exec((await read(app, newest)).text) ?? []
  await answer(app, newest, `${code} 1`)
  expect(await read(app, newest)).toMatchObject({ status: 'Replied' })
})

test('SMS: nobody is helped over the limit of the number, who has opted out, or whose token it is', async ({
  db,
}) => {
  const { app, given, send, helped } = await openSms(db)
  const phone = newPhone()
  for (let count = 0; count < 4; count++) await send(phone)
  expect(await helped(await send(phone))).toEqual(['limit-reached'])
  const out = await send()
  await answer(app, out, 'SAIR')
  expect(await helped(out)).toEqual(['opted-out'])
  const token = await sendRecord(app, { challengeKind: 'sms-token', claims: { mode: 'live' } })
  expect(await helped(token)).toEqual([])
  const elsewhere = await send()
  expect(await helped({ ...elsewhere, phone: newPhone() })).toEqual([])
  expect(given.filter(({ template }) => template === 'help')).toEqual([])
})

test('within a day of an answer the next question is free, for that number alone, where it is configured', async ({
  db,
}) => {
  await using graph = await openGraph(db, ['meta-free'], { freeForm: true })
  const [server] = graph.servers
  const { sent, message } = await ask(graph)
  const [yes = ''] = message.payloads
  await graph.post(server.callback('', [{ messages: [writeTap(message, yes)] }]))
  expect(await readStatus(graph, sent)).toMatchObject({ status: 'Replied' })
  const { message: next } = await nextOf(graph, sent.phone, 2)
  expect([typeOf(message), typeOf(next)]).toEqual(['template', 'interactive'])
  expect(typeOf((await ask(graph)).message)).toBe('template')
  await db.execute(sql`update challenge_attempt set inbound_at = inbound_at - interval '24 hours'`)
  expect(typeOf((await nextOf(graph, sent.phone, 3)).message)).toBe('template')
})

async function nextOf(graph: Graph, phone: string, count: number) {
  const sent = await graph.ask(phone)
  const message = (await graph.perform(sent, count)).at(-1)
  if (!message) throw new Error('it was sent')
  return { sent, message }
}

test('131047, at once or reported: the same goes as a template, once', async ({ db }) => {
  await using graph = await openGraph(db, ['meta-closed'], { freeForm: true })
  const [server] = graph.servers
  const { sent, message } = await ask(graph)
  await graph.text(sent, 'sim', { context: { id: message.id } })
  const free = await nextOf(graph, sent.phone, 2)
  await graph.report(server, free.message, 'failed', { errors: [{ code: 131047 }] })
  const [, , again] = await graph.perform(free.sent, 3)
  if (!again) throw new Error('it was sent again')
  expect([free.message, again].map(typeOf)).toEqual(['interactive', 'template'])
  expect(await readStatus(graph, free.sent)).not.toHaveProperty('failure')
  await graph.report(server, again, 'failed', { errors: [{ code: 131047 }] })
  expect(await readStatus(graph, free.sent)).toMatchObject({ failure: { code: 'content-refused' } })
  server.next.push({ refuse: 131047, status: 400 })
  expect(typeOf((await nextOf(graph, sent.phone, 4)).message)).toBe('template')
})

test('who hides the number is matched by what the reports have taught, and nobody else is', async ({
  db,
}) => {
  await using graph = await openGraph(db, ['meta-hidden'])
  const [server] = graph.servers
  const { sent, message } = await ask(graph)
  const other = await ask(graph)
  await graph.report(server, message, 'delivered', { recipient_user_id: 'BR.1502abc' })
  await graph.text(sent, '2', { from: 'BR.someoneElse', from_user_id: 'BR.someoneElse' })
  expect(await readStatus(graph, sent)).not.toHaveProperty('reply')
  await graph.text(sent, '2', { from: undefined, from_user_id: 'BR.1502abc' })
  expect(await readStatus(graph, sent)).toMatchObject({ status: 'Replied', reply: { option: 2 } })
  expect(await readStatus(graph, other.sent)).not.toHaveProperty('reply')
  // What Meta has answered to the request teaches it too.
  const from = userIdOf(other.sent.phone.slice(1))
  await graph.text(other.sent, 'sim', { from, from_user_id: from })
  expect(await readStatus(graph, other.sent)).toMatchObject({ reply: { option: 1 } })
  const stored = JSON.stringify(
    await db.execute(sql`select encode(user_hash, 'escape') as user from challenge_attempt`),
  )
  expect(stored).not.toContain('BR.')
})

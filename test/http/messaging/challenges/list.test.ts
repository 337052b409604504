// listSms2fa and listWhatsapp2fa.
import { describe, expect } from 'vitest'
import type { ChallengeKind } from '#src/messaging/wire/channel.ts'
import { createTestApp } from '#test/support/app.ts'
import {
  ask,
  createReachable,
  pathOf,
  readLatest,
  setFacts,
} from '#test/support/messaging/challenges.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { createTransaction, moveClock, readProblem, unknownId } from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

describe.for(['sms-2fa', 'whatsapp-2fa'] as const)('%s', (challengeKind: ChallengeKind) => {
  const path = pathOf[challengeKind]

  test('200: an empty list before the first, where a phone could get one', async ({ app }) => {
    const answer = await app.call('GET', path(await createReachable(app)))
    expect([answer.status, await answer.json()]).toEqual([200, []])
  })

  test('204: no record, and no phone that could get one', async ({ app }) => {
    const landline = { countryCode: 55, areaCode: 11, number: 33_334_444 }
    for (const phone of [undefined, landline]) {
      const answer = await app.call('GET', path(await createTransaction(app, { phone })))
      expect([answer.status, await answer.text()]).toEqual([204, ''])
    }
  })

  test('200: newest first, each as its creation answered it', async ({ app, reachable: id }) => {
    const created: unknown[] = []
    for (let n = 0; n < 3; n += 1) {
      created.unshift(await (await ask(app, challengeKind, id)).json())
      await moveClock(app.db, id, 130_000)
    }
    const answer = await app.call('GET', `${path(id)}/`)
    expect([answer.status, await answer.json()]).toEqual([200, created])
  })

  test('404: an unknown id, another tenant, another mode', async ({ app, reachable: id }) => {
    const answers = await Promise.all([
      app.call('GET', path(unknownId)),
      app.call('GET', path(id), { claims: { tenant: 'other' } }),
      app.call('GET', path(id), { claims: { mode: 'live' } }),
    ])
    for (const answer of answers) expect(await readProblem(answer)).toMatchObject({ status: 404 })
  })

  test('the question is in English for who prefers it', async ({ app, reachable: id }) => {
    const headers = { 'accept-language': 'en-GB,en;q=0.9,pt;q=0.5' }
    const { text } = await (await ask(app, challengeKind, id, { headers })).json()
    expect(text).toContain('did you ask for this operation?')
  })

  test('a record says that it expired, and that its message failed, beside its state', async ({
    app,
    reachable: id,
  }) => {
    await ask(app, challengeKind, id)
    const { ref } = await readLatest(app, id, challengeKind)
    await setFacts(app.db, ref, { failedAt: new Date(), failureCode: 'recipient-refused' })
    await moveClock(app.db, id, 600_000)
    const [record] = await (await app.call('GET', path(id))).json()
    expect(record).toMatchObject({
      status: 'Waiting',
      expired: true,
      failure: { code: 'recipient-refused', at: expect.stringMatching(/Z$/) },
    })
  })
})

test('an SMS shows its text, and the label of the option once it was replied', async ({
  app,
  reachable: id,
}) => {
  const created = await (await ask(app, 'sms-2fa', id)).json()
  expect(created).toEqual({
    text: 'Acme: foi voce que pediu esta operacao? Responda 1 para SIM ou 2 para NAO em ate 10 min.',
    type: 'Sms',
    status: 'Waiting',
    createdAt: expect.stringMatching(/Z$/),
    smsSendLimit: 3,
    expirationTime: expect.stringMatching(/Z$/),
  })
  const { ref } = await readLatest(app, id, 'sms-2fa')
  const read = async () => (await (await app.call('GET', pathOf['sms-2fa'](id))).json())[0]
  await setFacts(app.db, ref, { deliveredAt: new Date() })
  expect(await read()).toEqual({ ...created, status: 'Delivered' })
  await setFacts(app.db, ref, { repliedAt: new Date(), replyOption: 2 })
  expect(await read()).toEqual({ ...created, status: 'Replied', text: 'Não' })
})

test('a WhatsApp record has its reply only when replied, and a creation without Z', async ({
  app,
  reachable: id,
}) => {
  const created = await (await ask(app, 'whatsapp-2fa', id)).json()
  expect(created).toEqual({
    status: 'Waiting',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/),
    sendLimit: 3,
    expirationTime: expect.stringMatching(/Z$/),
    text: expect.stringContaining('Acme'),
  })
  const { ref } = await readLatest(app, id, 'whatsapp-2fa')
  const read = async () => (await (await app.call('GET', pathOf['whatsapp-2fa'](id))).json())[0]
  await setFacts(app.db, ref, { deliveredAt: new Date() })
  expect(await read()).toEqual({ ...created, status: 'Sent' })
  await setFacts(app.db, ref, { readAt: new Date() })
  expect(await read()).toEqual({ ...created, status: 'Read' })
  await setFacts(app.db, ref, { repliedAt: new Date(), replyOption: 1 })
  expect(await read()).toEqual({
    ...created,
    status: 'Replied',
    reply: { option: 1, repliedAt: expect.stringMatching(/Z$/) },
  })
})

test("a tenant's own wording is what its records hold", async ({ db }) => {
  const wording = {
    text: 'Ola da {brand}! {1} sim, {2} nao',
    options: { 1: 'Fui eu', 2: 'Nao fui' },
  }
  const messaging = silentMessaging({ tenants: { acme: { 'sms-2fa': { 'pt-BR': wording } } } })
  const app = await createTestApp(db, undefined, { messaging })
  const claims = { tenant: 'acme' }
  const id = await createReachable(app, {}, claims)
  const { text } = await (await ask(app, 'sms-2fa', id, { claims })).json()
  expect(text).toBe('Ola da Acme! 1 sim, 2 nao')
})

// searchSuppressions and endSuppression, and what makes and lifts a number's ban.
import { expect } from 'vitest'
import type { TestApp } from '#test/support/app.ts'
import { test } from '#test/db/fixture.ts'
import {
  answer,
  metaBody,
  metaStatus,
  postMeta,
  report,
} from '#test/support/messaging/callbacks.ts'
import { accounts, attempt, openHooks, sendRecord } from '#test/support/hooks.ts'

const live = { mode: 'live', scope: 'messages:write' } as const
const claims = { mode: 'live' } as const

const toParts = (e164: string) => ({
  countryCode: 55,
  areaCode: Number(e164.slice(3, 5)),
  number: Number(e164.slice(5)),
})

const search = async (app: TestApp, e164: string, asked = live) => {
  const body = { phone: toParts(e164) }
  const answered = await app.call('POST', '/v1/suppressions/search', { body, claims: asked })
  expect(answered.status).toBe(200)
  return answered.json()
}

test('200, 204, 404: what a vendor says of a number is shown, and ended by the client', async ({
  db,
}) => {
  const app = await openHooks(db, [accounts.main])
  const sent = await sendRecord(app, { claims })
  await report(app, sent, 'undelivered', { ErrorCode: '30005' })
  const [found, ...more] = await search(app, sent.phone)
  expect(more).toEqual([])
  expect(found).toMatchObject({ channel: 'sms', reason: 'recipient' })
  expect(Date.parse(found.until) - Date.parse(found.since)).toBeGreaterThan(29 * 86_400_000)
  const path = `/v1/suppressions/${found.id}`
  const others = { ...live, tenant: 'globex' }
  expect(await search(app, sent.phone, others)).toEqual([])
  expect((await app.call('DELETE', path, { claims: others })).status).toBe(404)
  expect((await app.call('DELETE', path, { claims: live })).status).toBe(204)
  expect(await search(app, sent.phone)).toEqual([])
  expect((await app.call('DELETE', path, { claims: live })).status).toBe(404)
})

test('409: a person’s own wish is not the client’s to end', async ({ db }) => {
  const app = await openHooks(db, [accounts.main])
  const sent = await sendRecord(app, { claims })
  await answer(app, sent, 'SAIR')
  const [found] = await search(app, sent.phone)
  expect(found).toMatchObject({ channel: 'sms', reason: 'opted-out' })
  expect(found).not.toHaveProperty('until')
  const refused = await app.call('DELETE', `/v1/suppressions/${found.id}`, { claims: live })
  expect([refused.status, (await refused.json()).code]).toEqual([409, 'opted-out'])
  await answer(app, sent, 'VOLTAR')
  expect(await search(app, sent.phone)).toEqual([])
})

test('403: without the scope neither is done', async ({ db }) => {
  const app = await openHooks(db, [accounts.main])
  const without = { ...claims, scope: 'credit:read' }
  const body = { phone: toParts('+5511987654321') }
  const path = '/v1/suppressions/019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35'
  expect(
    (await app.call('POST', '/v1/suppressions/search', { body, claims: without })).status,
  ).toBe(403)
  expect((await app.call('DELETE', path, { claims: without })).status).toBe(403)
})

test('a failure and then a delivery of one message leaves the number as it was', async ({ db }) => {
  const app = await openHooks(db, [accounts.meta])
  const sent = await sendRecord(app, { claims, challengeKind: 'whatsapp-2fa' })
  const errors = [{ code: 131_026, title: 'Message undeliverable' }]
  await postMeta(app, metaBody({ statuses: [metaStatus(sent, 'failed', { errors })] }))
  expect(await search(app, sent.phone)).toHaveLength(1)
  await postMeta(app, metaBody({ statuses: [metaStatus(sent, 'delivered')] }))
  expect(await search(app, sent.phone)).toEqual([])
})

test('an answer from there lifts it too', async ({ db }) => {
  const app = await openHooks(db, [accounts.main])
  const sent = await sendRecord(app, { claims })
  await report(app, sent, 'undelivered', { ErrorCode: '30006' })
  expect(await search(app, sent.phone)).toHaveLength(1)
  await answer(app, sent, '1')
  expect(await search(app, sent.phone)).toEqual([])
})

test.for([131_049, 130_472, 131_030, 100])('Meta’s %s bans nobody', async (code, { db }) => {
  const app = await openHooks(db, [accounts.meta])
  const sent = await sendRecord(app, { claims, challengeKind: 'whatsapp-2fa' })
  const errors = [{ code, title: 'no' }]
  await postMeta(app, metaBody({ statuses: [metaStatus(sent, 'failed', { errors })] }))
  expect(await search(app, sent.phone)).toEqual([])
})

test('of two accounts one alone bans nobody, and both that agree do', async ({ db }) => {
  const app = await openHooks(db, [accounts.main, accounts.other])
  const sent = await sendRecord(app, { claims })
  await report(app, sent, 'undelivered', { ErrorCode: '30005' })
  expect(await search(app, sent.phone)).toEqual([])
  const again = { ...sent, messageId: `${sent.messageId}-2` }
  await attempt(app, again, { attempt: 2, outcome: 'accepted' })
  await report(app, again, 'undelivered', { ErrorCode: '30005' })
  expect(await search(app, sent.phone)).toEqual([])
  const other = { ...sent, account: accounts.other, messageId: `${sent.messageId}-3` }
  await attempt(app, other, { attempt: 3, outcome: 'accepted' })
  await report(app, other, 'undelivered', { ErrorCode: '30005' })
  expect(await search(app, sent.phone)).toMatchObject([{ channel: 'sms', reason: 'recipient' }])
})

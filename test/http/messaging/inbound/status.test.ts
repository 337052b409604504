// takeTwilioStatus, takeMetaEvents, takeZenviaEvent: what vendors report of messages that we sent.
import { expect } from 'vitest'
import { findChallenge } from '#src/messaging/challenges/store.ts'
import { suppressions } from '#src/messaging/phones/table.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import {
  metaBody,
  metaStatus,
  postMeta,
  postTwilio,
  postZenvia,
  report,
  statusForm,
  statusPath,
} from '#test/support/messaging/callbacks.ts'
import {
  accounts,
  attempt,
  openHooks,
  read,
  readAttempts,
  readEntries,
  sendRecord,
  readKinds,
  watch,
  test,
} from '#test/support/hooks.ts'
import { underLock } from '#test/support/messaging/phones.ts'
import { countRows, moveClock } from '#test/support/transactions.ts'

test('200: sent and delivered move an SMS 2FA record on, and nobody is woken for it', async ({
  app,
  sent,
}) => {
  await watch(app, sent)
  const answer = await report(app, sent, 'sent')
  expect([answer.status, await answer.text()]).toEqual([200, ''])
  expect(await read(app, sent)).toMatchObject({ status: 'Sent' })
  expect((await report(app, sent, 'delivered')).status).toBe(200)
  expect(await read(app, sent)).toMatchObject({ status: 'Delivered' })
  expect(await readKinds(app, sent)).toEqual(['sent', 'delivered'])
  expect(app.nudged).toEqual([])
})

test('200: repeated and late reports change nothing, whatever their order', async ({
  app,
  sent,
}) => {
  await report(app, sent, 'delivered')
  const before = await countRows(app.db)
  for (let again = 0; again < 3; again++) {
    expect((await report(app, sent, 'delivered')).status).toBe(200)
  }
  expect(await countRows(app.db)).toEqual(before)
  await report(app, sent, 'sent')
  expect(await read(app, sent)).toMatchObject({ status: 'Delivered' })
  expect(await readKinds(app, sent)).toEqual(['delivered', 'sent'])
})

test('200: repetitions at the same moment count once', async ({ app, sent }) => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      report(app, sent, index % 2 === 0 ? 'delivered' : 'sent'),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await readKinds(app, sent)).toSorted()).toEqual(['delivered', 'sent'])
})

test('200: a WhatsApp record is Sent when delivered, and Read without delivered', async ({
  app,
}) => {
  const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  await postMeta(app, metaBody({ statuses: [metaStatus(sent, 'delivered')] }))
  expect(await read(app, sent)).toMatchObject({ status: 'Sent' })
  const other = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  const answer = await postMeta(app, metaBody({ statuses: [metaStatus(other, 'read')] }))
  expect(answer.status).toBe(200)
  expect(await read(app, other)).toMatchObject({ status: 'Read' })
})

test('200: a callback finds its record by the message’s id when it brings no id of ours', async ({
  app,
  sent,
}) => {
  await postTwilio(app, '/hooks/twilio/status', statusForm(sent, 'delivered'))
  expect(await read(app, sent)).toMatchObject({ status: 'Delivered' })
  const zenvia = await sendRecord(app, { account: accounts.zenvia })
  const answer = await postZenvia(app, {
    type: 'MESSAGE_STATUS',
    channel: 'sms',
    messageId: zenvia.messageId,
    messageStatus: { code: 'SENT', timestamp: new Date().toISOString() },
  })
  expect(answer.status).toBe(200)
  expect(await read(app, zenvia)).toMatchObject({ status: 'Sent' })
})

test('200: a callback that is faster than our own commit ends the attempt as accepted', async ({
  app,
}) => {
  const sent = await sendRecord(app, { outcome: 'claimed' })
  await report(app, sent, 'delivered')
  expect(await read(app, sent)).toMatchObject({ status: 'Delivered' })
  expect(await readKinds(app, sent)).toEqual(['accepted', 'delivered'])
  expect(await readAttempts(app, sent)).toMatchObject([{ outcome: 'accepted' }])
})

test('200: it proves a send that was in doubt', async ({ app }) => {
  const sent = await sendRecord(app, { outcome: 'uncertain' })
  await report(app, sent, 'sent')
  expect(await readAttempts(app, sent)).toMatchObject([{ outcome: 'accepted' }])
  expect(await read(app, sent)).toMatchObject({ status: 'Sent' })
})

test('200: a number that is none is not sent to again: the next one is due at once', async ({
  db,
}) => {
  const app = await openHooks(db, [accounts.main])
  const sent = await sendRecord(app, { claims: { mode: 'live' } })
  await watch(app, sent)
  await report(app, sent, 'undelivered', { ErrorCode: '30005' })
  expect(await read(app, sent)).not.toHaveProperty('failure')
  const [entry] = (await readEntries(app, sent)).filter(
    ({ kind }) => kind === 'challenge-undeliverable',
  )
  expect(entry).toMatchObject({ code: 'twilio-30005', attempt: 1, provider: 'twilio-main' })
  expect(entry?.dueAt).toBe(entry?.at)
  expect(app.nudged).toMatchObject([{ id: sent.id }])
  const [suppressed] = await db.select().from(suppressions)
  const days = ((suppressed?.until?.getTime() ?? 0) - Date.now()) / 86_400_000
  expect([suppressed?.reason, Math.round(days)]).toEqual(['recipient', 30])
})

test('200: the last attempt’s failure is the record’s, and a later delivery takes it away', async ({
  app,
  sent,
}) => {
  await report(app, sent, 'failed', { ErrorCode: '30007' })
  expect(await read(app, sent)).toMatchObject({
    status: 'Waiting',
    failure: { code: 'content-refused' },
  })
  expect(await readKinds(app, sent)).toEqual([
    'undeliverable twilio-30007',
    'failed content-refused',
  ])
  await report(app, sent, 'sent')
  expect(await read(app, sent)).toMatchObject({ status: 'Sent', failure: expect.any(Object) })
  await report(app, sent, 'delivered')
  expect(await read(app, sent)).not.toHaveProperty('failure')
})

test('200: a later failure without a code takes nothing back of what the first has said', async ({
  app,
  sent,
}) => {
  await report(app, sent, 'undelivered', { ErrorCode: '30007' })
  const [kinds, first] = [await readKinds(app, sent), await read(app, sent)]
  expect(kinds).toEqual(['undeliverable twilio-30007', 'failed content-refused'])
  await report(app, sent, 'failed')
  expect([await readKinds(app, sent), await read(app, sent)]).toEqual([kinds, first])
  const other = await sendRecord(app)
  await report(app, other, 'undelivered', { ErrorCode: '30006' })
  await report(app, other, 'failed')
  expect(await readKinds(app, other)).toEqual(['undeliverable twilio-30006'])
})

test('200: one attempt’s failure is not the record’s while another is on its way', async ({
  app,
}) => {
  const sent = await sendRecord(app, { outcome: 'uncertain' })
  const second = { ...sent, messageId: 'second' }
  await attempt(app, second, { attempt: 2, outcome: 'accepted' })
  await report(app, sent, 'failed', { ErrorCode: '30007' })
  expect(await read(app, sent)).not.toHaveProperty('failure')
  await report(app, second, 'failed', { ErrorCode: '30007' })
  expect(await read(app, sent)).toMatchObject({ failure: { code: 'content-refused' } })
})

test('200: who has blocked us gets nothing more, and no other number is tried', async ({
  app,
  sent,
}) => {
  await report(app, sent, 'failed', { ErrorCode: '21610' })
  expect(await read(app, sent)).toMatchObject({ failure: { code: 'opted-out' } })
  const again = await app.call('POST', `/v1/transaction/${sent.id}/sms/2fa`)
  expect(again.status).toBe(204)
})

test('200: a vendor’s time is taken for the status, on the transaction’s clock', async ({
  app,
}) => {
  const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  await moveClock(app.db, sent.id, 3_600_000)
  const timestamp = String(Math.floor(Date.now() / 1_000) + 30)
  await postMeta(app, metaBody({ statuses: [metaStatus(sent, 'sent', { timestamp })] }))
  const known = await findChallenge(app.db, sent.ref)
  const lead = (known?.sentAt ?? 0) - Date.now()
  expect(lead).toBeGreaterThan(3_590_000)
  // Not in the future of the transaction.
  expect(lead).toBeLessThanOrEqual(3_600_000)
})

test('200: a callback of another account changes nothing, though it names the record', async ({
  app,
  sent,
}) => {
  for (const account of ['twilio-other', 'twilio-shared']) {
    const answer = await postTwilio(app, statusPath(sent), statusForm(sent, 'delivered'), {
      account,
    })
    expect(answer.status).toBe(200)
  }
  const body = metaBody({ statuses: [metaStatus(sent, 'read')] })
  expect((await postMeta(app, body)).status).toBe(200)
  expect(await read(app, sent)).toMatchObject({ status: 'Waiting' })
  expect(await readKinds(app, sent)).toEqual([])
})

test('200: of two accounts with one credential, the one that has sent it counts', async ({
  app,
}) => {
  const sent = await sendRecord(app, { account: accounts.beside })
  await report(app, sent, 'delivered')
  expect(await read(app, sent)).toMatchObject({ status: 'Delivered' })
  expect((await readEntries(app, sent)).at(-1)).toMatchObject({ provider: 'twilio-beside' })
})

test('200: a record of an erased transaction, an unknown one, and one that is no id', async ({
  app,
  sent,
}) => {
  await underLock(app.db, sent.id, eraseTransaction)
  expect((await report(app, sent, 'delivered')).status).toBe(200)
  for (const rid of ['019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35', 'x', "'; drop table x", '%00']) {
    const path = `/hooks/twilio/status?rid=${encodeURIComponent(rid)}`
    const answer = await postTwilio(app, path, { ...statusForm(sent, 'sent'), MessageSid: rid })
    expect(answer.status).toBe(200)
  }
})

test('200: statuses of which we know nothing are left alone', async ({ app, sent }) => {
  const before = await countRows(app.db)
  expect((await report(app, sent, 'receiving')).status).toBe(200)
  const body = metaBody({ statuses: [metaStatus(sent, 'played')] })
  expect((await postMeta(app, body)).status).toBe(200)
  expect(await countRows(app.db)).toEqual(before)
})

test('neither numbers nor messages’ ids stand in the log', async ({ app, sent }) => {
  await report(app, sent, 'delivered')
  await postTwilio(app, statusPath(sent), statusForm(sent, 'sent'), {
    headers: { 'x-twilio-signature': 'forged' },
  })
  const log = app.log.join('\n')
  expect(log).toContain('/hooks/twilio/status')
  for (const value of [sent.phone, sent.phone.slice(1), sent.messageId, 'forged']) {
    expect(log).not.toContain(value)
  }
})

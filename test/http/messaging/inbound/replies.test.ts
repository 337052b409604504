// takeTwilioMessage, takeMetaEvents: what people type in answer to our messages.
import { expect, onTestFinished, vi } from 'vitest'
import {
  answer,
  inboundForm,
  metaBody,
  metaTap,
  metaText,
  postMeta,
  postTwilio,
  report,
} from '#test/support/messaging/callbacks.ts'
import {
  accounts,
  isPhoneVerified,
  newPhone,
  payloadOf,
  read,
  readEntries,
  sendRecord,
  readKinds,
  watch,
  test,
} from '#test/support/hooks.ts'
import { challengeAttempts, challenges } from '#src/messaging/challenges/table.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { countRows, moveClock } from '#test/support/transactions.ts'
import { eq } from 'drizzle-orm'

const minute = 60_000

test('200 <Response/>: a typed 1 is the reply of the record, which leaves nothing to wake a workflow for', async ({
  app,
  sent,
}) => {
  await watch(app, sent)
  const answered = await answer(app, sent, ' Sim! ')
  expect(answered.status).toBe(200)
  expect(answered.headers.get('content-type')).toBe('text/xml; charset=utf-8')
  expect(await answered.text()).toBe('<Response/>')
  expect(await read(app, sent)).toMatchObject({ status: 'Replied', text: 'Sim' })
  expect(await readKinds(app, sent)).toEqual(['replied 1'])
  expect(app.nudged).toEqual([])
  const [row] = await app.db.select().from(transactions).where(eq(transactions.id, sent.id))
  expect(row?.agenda).toEqual([])
  expect(await isPhoneVerified(app, sent)).toBe(true)
})

test('200: the first answer counts, whatever comes after it', async ({ app, sent }) => {
  await answer(app, sent, '2')
  const first = await read(app, sent)
  for (const text of ['1', 'sim', '1']) await answer(app, sent, text)
  await report(app, sent, 'failed', { ErrorCode: '30007' })
  expect(await read(app, sent)).toEqual(first)
  expect(first).toMatchObject({ status: 'Replied', text: 'Não' })
  expect(await isPhoneVerified(app, sent)).toBe(false)
  expect((await readKinds(app, sent)).slice(0, 3)).toEqual([
    'replied 2',
    'denied replied',
    'reply-ignored already-replied',
  ])
})

test('200: an answer is that of its question although the process has another time than the database', async ({
  app,
  sent,
}) => {
  const behind = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 125_000)
  onTestFinished(() => behind.mockRestore())
  await answer(app, sent, 'Sim')
  behind.mockRestore()
  expect(await read(app, sent)).toMatchObject({ status: 'Replied', text: 'Sim' })
})

test('200: a message that Twilio hands over again is one answer', async ({ app, sent }) => {
  const form = inboundForm(sent, '1')
  await postTwilio(app, '/hooks/twilio/inbound', form)
  const before = await countRows(app.db)
  for (let again = 0; again < 3; again++) {
    expect((await postTwilio(app, '/hooks/twilio/inbound', form)).status).toBe(200)
  }
  expect(await countRows(app.db)).toEqual(before)
})

test('200: a text that is no answer leaves the record open, and is told once', async ({
  app,
  sent,
}) => {
  for (const text of ['oi', 'quem é?', '3']) await answer(app, sent, text)
  expect(await read(app, sent)).toMatchObject({ status: 'Waiting' })
  expect(await readKinds(app, sent)).toEqual(['reply-ignored unparsed'])
  await answer(app, sent, 'nao')
  expect(await read(app, sent)).toMatchObject({ status: 'Replied' })
})

test('200: the answer is found without the ninth digit too', async ({ app, sent }) => {
  await answer(app, { ...sent, phone: sent.phone.replace('+55119', '+5511') }, '1')
  expect(await read(app, sent)).toMatchObject({ status: 'Replied' })
})

test('200: while two transactions ask one phone, a yes counts for that of which it has the code', async ({
  app,
}) => {
  const phone = newPhone()
  const older = await sendRecord(app, { phone })
  const newer = await sendRecord(app, { phone })
  for (const text of ['1', 'sim', 'fui eu']) await answer(app, newer, text)
  expect(await read(app, newer)).toMatchObject({ status: 'Waiting' })
  expect(await read(app, older)).toMatchObject({ status: 'Waiting' })
  const [row] = await app.db.select().from(challenges).where(eq(challenges.id, newer.ref))
  await answer(app, newer, `${row?.replyCode} 1`)
  expect(await read(app, newer)).toMatchObject({ status: 'Replied' })
  // A second answer is no answer to the older question.
  await answer(app, newer, '1')
  expect(await read(app, older)).toMatchObject({ status: 'Waiting' })
  expect(await readKinds(app, older)).toEqual([])
})

test('200: one question at a number counts a yes without its code, whoever else sends from there', async ({
  app,
}) => {
  const sent = await sendRecord(app, { account: accounts.shared })
  expect((await read(app, sent)).text).toMatch(/Responda (\d\d) 1 para SIM/)
  await answer(app, sent, 'sim')
  expect(await read(app, sent)).toMatchObject({ status: 'Replied', text: 'Sim' })
})

test('200: an answer is not for a message that was reported as undelivered, while another is open', async ({
  app,
}) => {
  const phone = newPhone()
  const older = await sendRecord(app, { phone })
  const lost = await sendRecord(app, { phone })
  await report(app, lost, 'undelivered', { ErrorCode: '30007' })
  await answer(app, lost, '1')
  expect(await read(app, older)).toMatchObject({ status: 'Replied' })
  expect(await readKinds(app, lost)).not.toContain('replied 1')
  const alone = await sendRecord(app)
  await report(app, alone, 'undelivered', { ErrorCode: '30007' })
  await answer(app, alone, '1')
  expect(await read(app, alone)).toMatchObject({ status: 'Replied' })
})

test('200: an answer is not for a question that was sent after it', async ({ app }) => {
  const challengeKind = 'whatsapp-2fa'
  const phone = newPhone()
  const older = await sendRecord(app, { challengeKind, phone })
  await app.db
    .update(challengeAttempts)
    .set({ claimedAt: new Date(Date.now() - minute) })
    .where(eq(challengeAttempts.challengeId, older.ref))
  const newer = await sendRecord(app, { challengeKind, phone })
  const timestamp = String(Math.floor(Date.now() / 1_000) - 3)
  await postMeta(app, metaBody({ messages: [metaText(newer, '1', { timestamp })] }))
  expect(await read(app, older)).toMatchObject({ status: 'Replied' })
  expect(await read(app, newer)).toMatchObject({ status: 'Waiting' })
})

test('200: a record that comes through another sender is answered there alone', async ({ app }) => {
  const phone = newPhone()
  const main = await sendRecord(app, { phone })
  const beside = await sendRecord(app, { phone, account: accounts.beside })
  const other = await sendRecord(app, { phone, account: accounts.other })
  await answer(app, main, '1')
  expect(await read(app, main)).toMatchObject({ status: 'Replied' })
  for (const one of [beside, other]) {
    expect(await read(app, one)).toMatchObject({ status: 'Waiting' })
  }
})

test('200: an answer in time counts though its callback is late, and the expiry was written', async ({
  app,
}) => {
  const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  const tapped = metaTap(sent, await payloadOf(app, sent, 1))
  await app.db
    .update(challenges)
    .set({ expiresAt: new Date(Date.now() + 2_000), expiredAt: new Date() })
    .where(eq(challenges.id, sent.ref))
  const answered = await postMeta(app, metaBody({ messages: [tapped] }))
  expect(answered.status).toBe(200)
  expect(await read(app, sent)).toMatchObject({ status: 'Replied', reply: { option: 1 } })
})

test('200: an answer after the expiry is late: the record stays as it was', async ({
  app,
  sent,
}) => {
  await moveClock(app.db, sent.id, 11 * minute)
  await answer(app, sent, '1')
  expect(await read(app, sent)).toMatchObject({ status: 'Waiting', expired: true })
  expect(await readKinds(app, sent)).toEqual(['reply-ignored late'])
})

test('200: an answer that comes before our send has returned is the reply', async ({ app }) => {
  const typed = await sendRecord(app, { outcome: 'claimed' })
  await answer(app, typed, '1')
  expect(await read(app, typed)).toMatchObject({ status: 'Replied' })
  const tapped = await sendRecord(app, { challengeKind: 'whatsapp-2fa', outcome: 'claimed' })
  const tap = metaTap(tapped, await payloadOf(app, tapped, 1))
  await postMeta(app, metaBody({ messages: [tap] }))
  expect(await read(app, tapped)).toMatchObject({ status: 'Replied' })
  const quoting = await sendRecord(app, { challengeKind: 'whatsapp-2fa', outcome: 'claimed' })
  const quote = metaText(quoting, '2', { context: { id: quoting.messageId } })
  await postMeta(app, metaBody({ messages: [quote] }))
  expect(await read(app, quoting)).toMatchObject({ status: 'Replied', reply: { option: 2 } })
})

test('200: an answer never validates a token', async ({ app }) => {
  const sent = await sendRecord(app, { challengeKind: 'sms-token' })
  await answer(app, sent, '1')
  await postTwilio(app, '/hooks/twilio/inbound', {
    ...inboundForm(sent, '1'),
    OriginalRepliedMessageSid: sent.messageId,
  })
  expect(await read(app, sent)).toMatchObject({ status: 'Waiting' })
  expect(await readKinds(app, sent)).not.toContain('replied 1')
})

test('200: an answer of somebody to whom nothing was sent', async ({ app, sent }) => {
  for (const text of ['1', 'STOP', '']) {
    const nobody = { ...sent, phone: newPhone() }
    expect((await answer(app, nobody, text)).status).toBe(200)
  }
  expect(await readKinds(app, sent)).toEqual([])
})

test('the journal names option, attempt and account, and nothing of the person', async ({
  app,
  sent,
}) => {
  await answer(app, sent, '1')
  const entries = await readEntries(app, sent)
  expect(entries.at(-1)).toMatchObject({
    kind: 'challenge-replied',
    module: 'sms-2fa',
    code: '1',
    attempt: 1,
    provider: 'twilio-main',
  })
  expect(JSON.stringify(entries)).not.toContain(sent.phone.slice(5))
})

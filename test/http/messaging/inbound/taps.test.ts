// takeMetaEvents, takeTwilioMessage, takeZenviaEvent: buttons that were tapped, messages that were quoted.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { createTestApp } from '#test/support/app.ts'
import {
  inboundForm,
  metaBody,
  metaTap,
  metaText,
  postMeta,
  postTwilio,
  postZenvia,
} from '#test/support/messaging/callbacks.ts'
import {
  accounts,
  newPhone,
  openHooks,
  payloadOf,
  read,
  sendRecord,
  readKinds,
  test,
} from '#test/support/hooks.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { moveClock } from '#test/support/transactions.ts'

const minute = 60_000

test('200: a record that was superseded takes no answer, not even by its own button', async ({
  app,
}) => {
  const first = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  await moveClock(app.db, first.id, minute)
  const second = await sendRecord(app, {
    challengeKind: 'whatsapp-2fa',
    phone: first.phone,
    id: first.id,
  })
  expect(second.ref).not.toBe(first.ref)
  const tap = metaTap(first, await payloadOf(app, first, 1))
  await postMeta(app, metaBody({ messages: [tap] }))
  expect(await read(app, first)).toMatchObject({ status: 'Waiting' })
  expect(await read(app, second)).toMatchObject({ status: 'Waiting' })
  expect(await readKinds(app, first)).toContain('reply-ignored superseded')
})

test('200: a button answers the record it belongs to, whichever is newest', async ({ app }) => {
  const phone = newPhone()
  const older = await sendRecord(app, { challengeKind: 'whatsapp-2fa', phone })
  const newer = await sendRecord(app, { challengeKind: 'whatsapp-2fa', phone })
  await postMeta(app, metaBody({ messages: [metaTap(older, await payloadOf(app, older, 2))] }))
  expect(await read(app, older)).toMatchObject({ status: 'Replied', reply: { option: 2 } })
  expect(await read(app, newer)).toMatchObject({ status: 'Waiting' })
})

test('200: a button that was not signed by us, or for another number, answers nothing', async ({
  app,
}) => {
  const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  const payload = await payloadOf(app, sent, 1)
  const forged = [
    metaTap(sent, `v1.${sent.ref}.1.AAAAAAAA`),
    metaTap(sent, payload.replace('.1.', '.2.')),
    metaTap({ ...sent, phone: newPhone() }, payload),
  ]
  for (const tap of forged) {
    expect((await postMeta(app, metaBody({ messages: [tap] }))).status).toBe(200)
  }
  expect(await read(app, sent)).toMatchObject({ status: 'Waiting' })
  // Who hides the number is named by an id; the button still proves what it was for.
  const hidden = metaTap(sent, payload, { from: 'BR.1502abc' })
  await postMeta(app, metaBody({ messages: [hidden] }))
  expect(await read(app, sent)).toMatchObject({ status: 'Replied' })
})

test('200: a button of another tenant’s record, at our sender, finds nothing of ours', async ({
  app,
}) => {
  const claims = { tenant: 'globex' }
  const theirs = await sendRecord(app, {
    challengeKind: 'whatsapp-2fa',
    account: accounts.second,
    claims,
  })
  const tap = metaTap(theirs, await payloadOf(app, theirs, 1))
  // By the first number, which has not sent it.
  expect((await postMeta(app, metaBody({ messages: [tap] }))).status).toBe(200)
  expect(await read(app, theirs)).toMatchObject({ status: 'Waiting' })
  expect((await postMeta(app, metaBody({ messages: [tap] }, '2065'))).status).toBe(200)
  expect(await read(app, theirs)).toMatchObject({ status: 'Replied' })
})

test('200: a text that quotes our message answers that one', async ({ app }) => {
  const phone = newPhone()
  const older = await sendRecord(app, { challengeKind: 'whatsapp-2fa', phone })
  const newer = await sendRecord(app, { challengeKind: 'whatsapp-2fa', phone })
  const quote = metaText(older, 'sim', { context: { id: older.messageId } })
  await postMeta(app, metaBody({ messages: [quote] }))
  expect(await read(app, older)).toMatchObject({ status: 'Replied' })
  expect(await read(app, newer)).toMatchObject({ status: 'Waiting' })
})

test('200: a text that quotes our message counts only from the number it went to', async ({
  app,
}) => {
  const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  const context = { id: sent.messageId }
  const stranger = metaText({ ...sent, phone: newPhone() }, 'sim', { context })
  await postMeta(app, metaBody({ messages: [stranger] }))
  expect(await read(app, sent)).toMatchObject({ status: 'Waiting' })
  expect(await readKinds(app, sent)).toEqual(['reply-ignored unparsed'])
  const hidden = metaText(sent, 'sim', { context, from: 'BR.1502abc' })
  await postMeta(app, metaBody({ messages: [hidden] }))
  expect(await read(app, sent)).toMatchObject({ status: 'Replied' })
})

test('200: a quoted option named like STOP counts only from the number it went to', async ({
  db,
}) => {
  const { sealer } = await openHooks(db)
  const wording = { text: 'Confirma?', options: { 1: 'Sim', 2: 'Cancelar' } }
  const messaging = silentMessaging({
    accounts: Object.values(accounts),
    templates: { 'whatsapp-2fa': { 'pt-BR': wording } },
  })
  const app = { ...(await createTestApp(db, sealer, { messaging })), db }
  const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  const context = { id: sent.messageId }
  const stranger = metaText({ ...sent, phone: newPhone() }, 'Cancelar', { context })
  await postMeta(app, metaBody({ messages: [stranger] }))
  expect(await read(app, sent)).toMatchObject({ status: 'Waiting' })
  await postMeta(app, metaBody({ messages: [metaText(sent, 'Cancelar', { context })] }))
  expect(await read(app, sent)).toMatchObject({ status: 'Replied', reply: { option: 2 } })
})

test('200: CANCELAR that quotes an open question is its no, and a wish to hear nothing where it is not open', async ({
  app,
}) => {
  const phone = newPhone()
  const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa', phone })
  const cancel = (id: string) => {
    const message = metaText(sent, 'CANCELAR', { context: { id: sent.messageId } })
    return metaBody({ messages: [{ ...message, id }] })
  }
  await postMeta(app, cancel('wamid.first'))
  expect(await read(app, sent)).toMatchObject({ status: 'Replied', reply: { option: 2 } })
  await app.db.execute(
    sql`update challenge set expires_at = now() - interval '1 minute' where id = ${sent.ref}`,
  )
  await postMeta(app, cancel('wamid.second'))
  expect(await readKinds(app, sent)).toEqual([
    'replied 2',
    'denied replied',
    'reply-ignored opted-out',
  ])
})

test('200: a quote of a message that is not ours does not answer the newest record', async ({
  app,
}) => {
  const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  const quote = metaText(sent, 'sim', { context: { id: 'wamid.else' } })
  expect((await postMeta(app, metaBody({ messages: [quote] }))).status).toBe(200)
  expect(await read(app, sent)).toMatchObject({ status: 'Waiting' })
})

test('200: WhatsApp buttons by Twilio: the payload, the message it answers, or its text', async ({
  app,
}) => {
  const account = accounts.main
  const to = { To: account.senders.whatsapp ?? '' }
  const answers = async (more: (sent: Awaited<ReturnType<typeof sendRecord>>) => object) => {
    const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa', account })
    const form = {
      ...inboundForm(sent, 'Sim', { ...to, From: `whatsapp:${sent.phone}` }),
      ButtonText: 'Sim',
      ...more(sent),
    }
    await postTwilio(app, '/hooks/twilio/inbound', form)
    return (await read(app, sent)).status
  }
  expect(await answers(() => ({ ButtonPayload: '1' }))).toBe('Replied')
  expect(await answers((sent) => ({ OriginalRepliedMessageSid: sent.messageId }))).toBe('Replied')
  expect(await answers(() => ({}))).toBe('Replied')
})

test('200: Zenvia’s text and button', async ({ app }) => {
  const account = accounts.zenvia
  const message = { direction: 'IN', channel: 'sms', id: 'in-1' }
  const sms = await sendRecord(app, { account })
  const typed = { from: sms.phone.slice(1), to: 'acme', contents: [{ type: 'text', text: '1' }] }
  const body = { id: 'e1', type: 'MESSAGE', message: { ...message, ...typed } }
  expect((await postZenvia(app, body)).status).toBe(200)
  expect(await read(app, sms)).toMatchObject({ status: 'Replied' })
  const chat = await sendRecord(app, { challengeKind: 'whatsapp-2fa', account })
  const payload = await payloadOf(app, chat, 2)
  const contents = [{ type: 'text', text: 'Não', payload }]
  const tapped = { id: 'in-2', from: chat.phone.slice(1), to: 'acme-wa', contents }
  await postZenvia(app, { id: 'e2', type: 'MESSAGE', message: { ...message, ...tapped } })
  expect(await read(app, chat)).toMatchObject({ status: 'Replied', reply: { option: 2 } })
})

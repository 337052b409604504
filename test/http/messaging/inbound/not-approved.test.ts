// takeTwilioMessage, takeMetaEvents: ten answers of which the first words sound like a yes, and none may count as one.
import { expect } from 'vitest'
import { answer, metaBody, metaText, postMeta } from '#test/support/messaging/callbacks.ts'
import { isPhoneVerified, read, readKinds, sendRecord, test } from '#test/support/hooks.ts'

const answers = [
  ['fui roubado', 'replied 2'],
  ['sim, não fui eu', 'replied 2'],
  ['ok isso é golpe', 'replied 2'],
  ['confirmo que não fui eu', 'replied 2'],
  ['1 mas não reconheço essa compra', 'replied 2'],
  ['claro que não', 'replied 2'],
  ['certo, pode cancelar', 'replied 2'],
  ['sim?', 'reply-ignored unparsed'],
  ['1 ou 2', 'reply-ignored unparsed'],
  ['sim, mas aqui não é o João, número errado', 'wrong-person wrong-person'],
] as const

test.for(answers)('200: %j by SMS is %s', async ([text, kind], { app, sent }) => {
  expect((await answer(app, sent, text)).status).toBe(200)
  expect(await isPhoneVerified(app, sent)).toBe(false)
  expect(await readKinds(app, sent)).toContain(kind)
})

test('200: none of them is a yes that quotes a question on WhatsApp', async ({ app }) => {
  for (const [text] of answers) {
    const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
    const context = { id: sent.messageId }
    await postMeta(app, metaBody({ messages: [metaText(sent, text, { context })] }))
    expect(await read(app, sent)).not.toMatchObject({ reply: { option: 1 } })
    expect(await isPhoneVerified(app, sent)).toBe(false)
  }
})

test('200: a reaction, a voice message and a picture are no answers, and are helped once', async ({
  app,
}) => {
  const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  const context = { id: sent.messageId }
  const given = [
    { type: 'reaction', reaction: { message_id: sent.messageId, emoji: '👍' } },
    { type: 'audio', audio: { id: '1' }, context },
    { type: 'image', image: { id: '2' }, context },
  ]
  for (const one of given)
    await postMeta(app, metaBody({ messages: [metaText(sent, '', { text: undefined, ...one })] }))
  expect(await read(app, sent)).not.toHaveProperty('reply')
  expect(await readKinds(app, sent)).toEqual(['reply-ignored unparsed'])
})

test('200: who is somebody else gets nothing more from the transaction, and nobody is denied', async ({
  app,
  sent,
}) => {
  await answer(app, sent, 'número errado')
  expect(await readKinds(app, sent)).toEqual(['wrong-person wrong-person'])
  for (const path of ['sms/2fa', 'sms/tokens', 'whatsapps/2fa'])
    expect((await app.call('POST', `/v1/transaction/${sent.id}/${path}`)).status).toBe(204)
  // A yes of a person who is somebody else is worth nothing.
  await answer(app, sent, 'sim')
  expect(await read(app, sent)).toMatchObject({ status: 'Waiting' })
  const elsewhere = await sendRecord(app, { phone: sent.phone })
  expect(await read(app, elsewhere)).toMatchObject({ status: 'Waiting' })
})

test('200: a no that also wishes to hear nothing more is both', async ({ app, sent }) => {
  await answer(app, sent, 'não, para de me mandar mensagem')
  expect(await read(app, sent)).toMatchObject({ status: 'Replied', text: 'Não' })
  expect((await app.call('POST', `/v1/transaction/${sent.id}/sms/2fa`)).status).toBe(204)
})

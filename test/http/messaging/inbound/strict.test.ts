// takeTwilioMessage, takeMetaEvents: a tenant that takes strict answers alone, and wordings that name their yes.
import { expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import type { TestApp } from '#test/support/app.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp } from '#test/support/app.ts'
import { answer, metaBody, metaTap, metaText, postMeta } from '#test/support/messaging/callbacks.ts'
import {
  accounts,
  isPhoneVerified,
  openHooks,
  payloadOf,
  read,
  readKinds,
  sendRecord,
} from '#test/support/hooks.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'

async function open(db: Db, given: Parameters<typeof silentMessaging>[0]): Promise<TestApp> {
  const { sealer } = await openHooks(db)
  const messaging = silentMessaging({ accounts: [accounts.main, accounts.meta], ...given })
  return { ...(await createTestApp(db, sealer, { messaging })), db }
}

const strict = { settings: { acme: { messages: { replies: 'strict' } } } } as const
const claims = { tenant: 'acme' }

test('200: a strict tenant takes the number or the label alone, and any no', async ({ db }) => {
  const app = await open(db, strict)
  const sent = await sendRecord(app, { claims })
  for (const text of ['sim, fui eu', 'confirmo', 'ok', '👍', 'bom dia, 1', 'uhum', 's', 'simm'])
    await answer(app, sent, text)
  expect(await read(app, sent)).toMatchObject({ status: 'Waiting' })
  expect(await readKinds(app, sent)).toEqual(['reply-ignored unparsed'])
  await answer(app, sent, 'Sim!')
  expect(await read(app, sent)).toMatchObject({ status: 'Replied', text: 'Sim' })
  const other = await sendRecord(app, { claims })
  await answer(app, other, 'oi, num fui eu q pedi isso ai nao')
  expect(await read(app, other)).toMatchObject({ status: 'Replied', text: 'Não' })
})

test('200: and a button on WhatsApp, or what stands on it', async ({ db }) => {
  const app = await open(db, strict)
  const chat = { claims, challengeKind: 'whatsapp-2fa' } as const
  const typed = await sendRecord(app, chat)
  for (const text of ['sim, fui eu', 'pode confirmar'])
    await postMeta(app, metaBody({ messages: [metaText(typed, text)] }))
  expect(await read(app, typed)).not.toHaveProperty('reply')
  await postMeta(app, metaBody({ messages: [metaText(typed, 'Sim')] }))
  expect(await read(app, typed)).toMatchObject({ reply: { option: 1 } })
  const tapped = await sendRecord(app, chat)
  const tap = metaTap(tapped, await payloadOf(app, tapped, 1))
  await postMeta(app, metaBody({ messages: [tap] }))
  expect(await read(app, tapped)).toMatchObject({ reply: { option: 1 } })
})

test('200: a record keeps what it was opened with, whatever its tenant says later', async ({
  db,
}) => {
  const before = await open(db, {})
  const sent = await sendRecord(before, { claims })
  await answer(await open(db, strict), sent, 'sim, fui eu')
  expect(await read(before, sent)).toMatchObject({ status: 'Replied', text: 'Sim' })
})

test('200: where the wording names its yes, any labels work, and words of yes and no too', async ({
  db,
}) => {
  const text = '{brand}: compra de R$ 10. Responda {1} para BLOQUEAR ou {2} para FUI EU'
  const wording = { text, options: { 1: 'Bloquear', 2: 'Fui eu' }, yes: 2 } as const
  const app = await open(db, { templates: { 'sms-2fa': { 'pt-BR': wording } } })
  const said = async (typed: string) => {
    const sent = await sendRecord(app, { claims })
    await answer(app, sent, typed)
    const { status, text: shown } = await read(app, sent)
    return [status === 'Replied' && shown, await isPhoneVerified(app, sent)]
  }
  for (const typed of ['2', 'fui eu', 'sim, fui eu mesmo', 'confirmo'])
    expect(await said(typed)).toEqual(['Fui eu', true])
  for (const typed of ['1', 'bloquear', 'não', 'não fui eu', 'é golpe, bloqueia'])
    expect(await said(typed)).toEqual(['Bloquear', false])
  expect(await said('1 ou 2')).toEqual([false, false])
})

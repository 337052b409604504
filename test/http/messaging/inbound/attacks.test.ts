// takeTwilioMessage, takeMetaEvents: answers that are a yes elsewhere, to somebody else, or to something else, each by a callback that
// its vendor has signed; none of them may confirm the question that it reaches.
import { expect } from 'vitest'
import type { TestApp } from '#test/support/app.ts'
import {
  answer,
  inboundForm,
  metaBody,
  metaTap,
  metaText,
  postMeta,
  postTwilio,
} from '#test/support/messaging/callbacks.ts'
import {
  accounts,
  isPhoneVerified,
  newPhone,
  openHooks,
  payloadOf,
  read,
  sendRecord,
  type SentRecord,
  test,
} from '#test/support/hooks.ts'
import { moveClock } from '#test/support/transactions.ts'

const codeOf = async (app: TestApp, sent: SentRecord): Promise<string> =>
  /(\d\d) 1 para SIM/.exec((await read(app, sent)).text)?.[1] ?? ''

/** Codes are drawn at random: one that none of these has. */
async function foreignCode(app: TestApp, all: readonly SentRecord[]): Promise<string> {
  const theirs = await Promise.all(all.map((sent) => codeOf(app, sent)))
  return ['97', '98', '99'].find((code) => !theirs.includes(code)) ?? ''
}

const isYes = async (app: TestApp, sent: SentRecord): Promise<boolean> => {
  const { status, text, reply } = await read(app, sent)
  const isSaid = status === 'Replied' && (text === 'Sim' || reply?.option === 1)
  return isSaid || (await isPhoneVerified(app, sent))
}

const purpose = 'Pix de R$ 10 para Ana'

test('200: with a purpose no sentence is a yes, nor a label with more beside it', async ({
  app,
}) => {
  const sent = await sendRecord(app, { body: { purpose } })
  for (const text of ['sim, fui eu', 'confirmo o pix', 'sim - Ana', 'primeira opção', 'simfui eu'])
    await answer(app, sent, text)
  expect(await isYes(app, sent)).toBe(false)
  await answer(app, sent, `${await codeOf(app, sent)} Sim`)
  expect(await isYes(app, sent)).toBe(true)
})

test('200: what a corrected letter, a name, an ordinal or a class of words could make a yes of', async ({
  app,
  sent,
}) => {
  const texts = [
    'autorizou',
    'confirmará',
    'sim, foi Maria',
    'sim aqui é a Maria',
    'primeira vez',
    'n 1',
    'fazer a compra',
    'comprei hoje',
    'não tem problema',
    'sem problema',
    'quem fez a compra',
    'alguém fazendo compra',
  ]
  for (const text of texts) {
    await answer(app, sent, text)
    expect([text, await isYes(app, sent)]).toEqual([text, false])
  }
})

test('200: at a sender of two tenants a yes counts for the tenant whose code it bears, or for nobody', async ({
  db,
}) => {
  const app = await openHooks(db, [accounts.shared])
  const [account, phone] = [accounts.shared, newPhone()]
  const of = (tenant: string) => sendRecord(app, { account, phone, claims: { tenant } })
  const [acme, globex] = [await of('acme'), await of('globex')]
  const foreign = await foreignCode(app, [acme, globex])
  for (const text of ['sim', '1', 'sim, fui eu', `${foreign} 1`]) await answer(app, globex, text)
  expect([await isYes(app, acme), await isYes(app, globex)]).toEqual([false, false])
  await answer(app, globex, `${await codeOf(app, acme)} sim`)
  expect([await isYes(app, acme), await isYes(app, globex)]).toEqual([true, false])
})

test('200: with two questions open at a number a yes without its code is nobody’s', async ({
  app,
}) => {
  const phone = newPhone()
  const [first, second] = [await sendRecord(app, { phone }), await sendRecord(app, { phone })]
  const foreign = await foreignCode(app, [first, second])
  for (const text of ['sim', '1', 'fui eu', `${foreign} 1`]) await answer(app, second, text)
  expect([await isYes(app, first), await isYes(app, second)]).toEqual([false, false])
})

test('200: a yes that is late, from another number, or to what was replaced', async ({ app }) => {
  const late = await sendRecord(app)
  await moveClock(app.db, late.id, 11 * 60_000)
  await answer(app, late, 'sim')
  expect(await isYes(app, late)).toBe(false)
  const sent = await sendRecord(app)
  await answer(app, { ...sent, phone: newPhone() }, 'sim')
  expect(await isYes(app, sent)).toBe(false)
  const old = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  await moveClock(app.db, old.id, 31_000)
  const { id, phone } = old
  const replacing = await sendRecord(app, { challengeKind: 'whatsapp-2fa', id, phone })
  const quoting = metaText(old, 'sim', { context: { id: old.messageId } })
  await postMeta(app, metaBody({ messages: [quoting] }))
  await postMeta(app, metaBody({ messages: [metaTap(old, await payloadOf(app, old, 1))] }))
  expect(await isYes(app, replacing)).toBe(false)
})

test('401, 200: a callback that nobody has signed, and a button of somebody else', async ({
  app,
  sent,
}) => {
  const forged = { 'x-twilio-signature': 'bm90IHRoZWlycw==' }
  const form = inboundForm(sent, 'sim')
  const refused = await postTwilio(app, '/hooks/twilio/inbound', form, { headers: forged })
  expect([refused.status, await isYes(app, sent)]).toEqual([401, false])
  const chat = { challengeKind: 'whatsapp-2fa' } as const
  const [own, others] = [await sendRecord(app, chat), await sendRecord(app, chat)]
  const payload = await payloadOf(app, others, 1)
  const no = await payloadOf(app, own, 2)
  // What stands on the button says nothing here, or it would be an answer in words that quotes the question.
  const button = (given: string) => ({ button: { payload: given, text: 'Ver' } })
  for (const given of [payload, no.replace(/\.2\./, '.1.'), `${no}x`])
    await postMeta(app, metaBody({ messages: [metaTap(own, given, button(given))] }))
  expect([await isYes(app, own), await isYes(app, others)]).toEqual([false, false])
})

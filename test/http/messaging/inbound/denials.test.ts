// takeTwilioMessage, takeMetaEvents: a no stays, whenever and to whichever question of the transaction it was said.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { commitOn } from '#src/journey/commit/commit.ts'
import { liftDenials } from '#src/messaging/challenges/denials.ts'
import { challenges, replyCodes } from '#src/messaging/challenges/table.ts'
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
  readEntries,
  readKinds,
  sendRecord,
  type SentRecord,
  test,
} from '#test/support/hooks.ts'
import { performDue } from '#test/support/due.ts'
import { moveClock } from '#test/support/transactions.ts'
import type { OutboundMessage } from '#src/messaging/challenges/port.ts'

const minute = 60_000
const hour = 60 * minute

async function isDenied(app: TestApp, { id, claims }: SentRecord): Promise<boolean> {
  const answered = await app.call('GET', `/v1/transaction/${id}/insights`, { claims })
  const insights: { code: string; relevance: string }[] = await answered.json()
  return insights.some(({ code, relevance }) => code === 'PH010' && relevance === 'Alerta')
}

test('200: a no after a yes changes no state, and outweighs the yes', async ({ app, sent }) => {
  await answer(app, sent, 'sim')
  expect(await isDenied(app, sent)).toBe(false)
  const before = await read(app, sent)
  await answer(app, sent, 'não fui eu')
  expect(await read(app, sent)).toEqual(before)
  expect(await readKinds(app, sent)).toEqual(['replied 1', 'denied already-replied'])
  expect([await isDenied(app, sent), await isPhoneVerified(app, sent)]).toEqual([true, false])
  // No later yes takes it back, to no later question either.
  await moveClock(app.db, sent.id, 5 * minute)
  const again = await sendRecord(app, { id: sent.id, phone: sent.phone })
  await answer(app, again, 'sim')
  expect(await read(app, again)).toMatchObject({ status: 'Replied', text: 'Sim' })
  expect([await isDenied(app, sent), await isPhoneVerified(app, sent)]).toEqual([true, false])
})

test('200: a no that is the reply denies too', async ({ app, sent }) => {
  await answer(app, sent, 'é golpe')
  await answer(app, sent, 'não')
  expect(await read(app, sent)).toMatchObject({ status: 'Replied', text: 'Não' })
  expect((await readKinds(app, sent)).slice(0, 2)).toEqual(['replied 2', 'denied replied'])
  expect(await isDenied(app, sent)).toBe(true)
})

test('200: a no up to 24 hours late denies, and one that is later does not', async ({ app }) => {
  const late = await sendRecord(app)
  await moveClock(app.db, late.id, 23 * hour)
  await answer(app, late, 'não reconheço')
  expect(await read(app, late)).toMatchObject({ status: 'Waiting', expired: true })
  expect(await readKinds(app, late)).toEqual(['denied late'])
  expect(await isDenied(app, late)).toBe(true)
  const later = await sendRecord(app)
  await moveClock(app.db, later.id, 25 * hour)
  await answer(app, later, 'não reconheço')
  expect(await readKinds(app, later)).toEqual(['reply-ignored late'])
  expect(await isDenied(app, later)).toBe(false)
})

test('200: the button of a superseded question denies, and leaves the newer one open', async ({
  app,
}) => {
  const first = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  await moveClock(app.db, first.id, minute)
  const { phone, id } = first
  const second = await sendRecord(app, { challengeKind: 'whatsapp-2fa', phone, id })
  const tap = metaTap(first, await payloadOf(app, first, 2))
  await postMeta(app, metaBody({ messages: [tap] }))
  expect(await readKinds(app, first)).toContain('denied superseded')
  await postMeta(app, metaBody({ messages: [metaTap(second, await payloadOf(app, second, 1))] }))
  expect(await read(app, second)).toMatchObject({ status: 'Replied', reply: { option: 1 } })
  expect([await isDenied(app, first), await isPhoneVerified(app, first)]).toEqual([true, false])
})

test('200: a no of another channel outweighs a yes of this one', async ({ app }) => {
  const chat = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  const sms = await sendRecord(app, { id: chat.id, phone: chat.phone })
  await answer(app, sms, '1')
  expect(await isPhoneVerified(app, sms)).toBe(true)
  await postMeta(app, metaBody({ messages: [metaText(chat, 'não fui eu')] }))
  expect([await isDenied(app, sms), await isPhoneVerified(app, sms)]).toEqual([true, false])
})

test('200: a stranger’s no denies nothing, nor does a wrong person or an answer to a token', async ({
  app,
}) => {
  const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  const context = { id: sent.messageId }
  const stranger = metaText({ ...sent, phone: newPhone() }, 'não', { context })
  await postMeta(app, metaBody({ messages: [stranger] }))
  await postMeta(app, metaBody({ messages: [metaText(sent, 'engano, não sou a Maria')] }))
  const token = await sendRecord(app, { challengeKind: 'sms-token' })
  await answer(app, token, 'não fui eu')
  expect([await isDenied(app, sent), await isDenied(app, token)]).toEqual([false, false])
})

const hasDoubt = async (app: TestApp, { id, claims }: SentRecord): Promise<boolean> => {
  const answered = await app.call('GET', `/v1/transaction/${id}/insights`, { claims })
  const insights: { code: string; relevance: string }[] = await answered.json()
  return insights.some(({ code, relevance }) => code === 'PH012' && relevance === 'Alerta')
}

test('200: at a shared sender a no without its code denies every question of the tenant that asked last, and is a doubt for others', async ({
  app,
}) => {
  const phone = newPhone()
  const account = accounts.shared
  const acme = await sendRecord(app, { phone, account })
  const claims = { tenant: 'globex' }
  const first = await sendRecord(app, { phone, account, claims })
  const last = await sendRecord(app, { phone, account, claims })
  for (const text of ['sim', 'não fui eu', 'não']) await answer(app, last, text)
  for (const one of [acme, first, last]) {
    expect(await isPhoneVerified(app, one)).toBe(false)
    expect(await read(app, one)).toMatchObject({ status: 'Waiting' })
  }
  const kinds = ['denied no-code']
  expect(await readKinds(app, last)).toEqual(['reply-ignored unparsed', ...kinds])
  expect(await readKinds(app, first)).toEqual(kinds)
  expect(await readKinds(app, acme)).toEqual(['doubted'])
  for (const one of [first, last])
    expect([await isDenied(app, one), await hasDoubt(app, one)]).toEqual([true, false])
  expect([await isDenied(app, acme), await hasDoubt(app, acme)]).toEqual([false, true])
  // Of several denials the person hears once.
  await performDue(app.deps, first.id)
  await performDue(app.deps, last.id)
  const said = [...(await readKinds(app, first)), ...(await readKinds(app, last))]
  expect(said.filter((kind) => kind === 'acknowledged claimed')).toHaveLength(1)
})

test('200: a no that is handed over again denies nothing that was asked since', async ({ app }) => {
  const phone = newPhone()
  const first = await sendRecord(app, { phone })
  const form = inboundForm(first, 'não fui eu')
  await postTwilio(app, '/hooks/twilio/inbound', form)
  const later = await sendRecord(app, { phone })
  await app.db
    .update(challenges)
    .set({ expiresAt: new Date(Date.now() - hour) })
    .where(eq(challenges.id, first.ref))
  await postTwilio(app, '/hooks/twilio/inbound', form)
  expect([await isDenied(app, first), await isDenied(app, later)]).toEqual([true, false])
})

test('a review lifts every denial of its transaction, and what is said after it denies anew', async ({
  app,
  sent,
}) => {
  await answer(app, sent, 'sim')
  await answer(app, sent, 'não fui eu')
  const lift = () =>
    commitOn(app.deps, sent.id, (tx, locked) => liftDenials({ tx, locked }, 'review-1'))
  expect(await lift()).toBe(true)
  expect(await lift()).toBe(false)
  expect([await isDenied(app, sent), await isPhoneVerified(app, sent)]).toEqual([false, true])
  const entries = await readEntries(app, sent)
  expect(entries.at(-1)).toMatchObject({
    kind: 'challenge-denial-lifted',
    module: 'sms-2fa',
    reason: 'review-1',
  })
  await answer(app, sent, 'é golpe')
  expect([await isDenied(app, sent), await isPhoneVerified(app, sent)]).toEqual([true, false])
})

test('a no of a number that said yes for the document before is told apart', async ({ app }) => {
  const phone = newPhone()
  const isKnown = async ({ ref }: SentRecord) => {
    const [row] = await app.db.select().from(challenges).where(eq(challenges.id, ref))
    return row?.deniedByKnown
  }
  const before = await sendRecord(app, { phone })
  await answer(app, before, 'não')
  expect(await isKnown(before)).toBe(false)
  await app.db.delete(replyCodes)
  const yes = await sendRecord(app, { phone: newPhone() })
  await answer(app, yes, 'sim')
  const known = await sendRecord(app, { phone: yes.phone })
  await answer(app, known, 'não')
  expect(await isKnown(known)).toBe(true)
})

test('it is acknowledged once, by the account that was answered, with nothing to answer', async ({
  db,
}) => {
  const given: OutboundMessage[] = []
  const account = {
    ...accounts.main,
    async send(message: OutboundMessage, { attemptId }: { readonly attemptId: string }) {
      given.push(message)
      return { kind: 'accepted', providerMsgId: attemptId } as const
    },
  }
  const app = await openHooks(db, [account])
  const sent = await sendRecord(app, { account, claims: { mode: 'live' } })
  const noted = async () => {
    await performDue(app.deps, sent.id)
    return (await readKinds(app, sent)).filter((kind) => kind.startsWith('acknowledged'))
  }
  await answer(app, sent, 'não')
  await expect.poll(noted).toEqual(['acknowledged claimed', 'acknowledged accepted'])
  await answer(app, sent, 'não fui eu!')
  expect(await noted()).toHaveLength(2)
  expect(given.filter(({ template }) => template === 'acknowledgement')).toMatchObject([
    { to: sent.phone, text: 'Acme: registramos o seu nao. Obrigado por avisar.' },
  ])
  expect(JSON.stringify(await readEntries(app, sent))).not.toContain(sent.phone.slice(5))
})

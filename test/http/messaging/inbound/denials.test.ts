// takeTwilioMessage, takeMetaEvents: a no stays, whenever and to whichever question of the transaction it was said.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { challenges } from '#src/messaging/challenges/table.ts'
import { test } from '#test/db/fixture.ts'
import { answer, metaBody, metaTap, metaText, postMeta } from '#test/support/messaging/callbacks.ts'
import {
  accounts,
  type HookApp,
  isPhoneVerified,
  newPhone,
  openHooks,
  payloadOf,
  read,
  readEntries,
  readKinds,
  sendRecord,
  type SentRecord,
} from '#test/support/hooks.ts'
import { performDue } from '#test/support/due.ts'
import { moveClock } from '#test/support/transactions.ts'
import type { OutboundMessage } from '#src/messaging/challenges/port.ts'

const minute = 60_000
const hour = 60 * minute

async function isDenied(app: HookApp, { id, claims }: SentRecord): Promise<boolean> {
  const answered = await app.call('GET', `/v1/transaction/${id}/insights`, { claims })
  const insights: { code: string; relevance: string }[] = await answered.json()
  return insights.some(({ code, relevance }) => code === 'PH010' && relevance === 'Alerta')
}

test('200: a no after a yes changes no state, and outweighs the yes', async ({ db }) => {
  const app = await openHooks(db)
  const sent = await sendRecord(app)
  await answer(app, sent, 'sim')
  expect(await isDenied(app, sent)).toBe(false)
  const before = await read(app, sent)
  await answer(app, sent, 'não fui eu')
  expect(await read(app, sent)).toEqual(before)
  expect(await readKinds(app, sent)).toEqual(['replied 1', 'denied already-replied'])
  expect([await isDenied(app, sent), await isPhoneVerified(app, sent)]).toEqual([true, false])
  // No later yes takes it back, to no later question either.
  await moveClock(db, sent.id, 5 * minute)
  const again = await sendRecord(app, { id: sent.id, phone: sent.phone })
  await answer(app, again, 'sim')
  expect(await read(app, again)).toMatchObject({ status: 'Replied', text: 'Sim' })
  expect([await isDenied(app, sent), await isPhoneVerified(app, sent)]).toEqual([true, false])
})

test('200: a no that is the reply denies too', async ({ db }) => {
  const app = await openHooks(db)
  const sent = await sendRecord(app)
  await answer(app, sent, 'é golpe')
  await answer(app, sent, 'não')
  expect(await read(app, sent)).toMatchObject({ status: 'Replied', text: 'Não' })
  expect((await readKinds(app, sent)).slice(0, 2)).toEqual(['replied 2', 'denied replied'])
  expect(await isDenied(app, sent)).toBe(true)
})

test('200: a no up to 24 hours late denies, and one that is later does not', async ({ db }) => {
  const app = await openHooks(db)
  const late = await sendRecord(app)
  await moveClock(db, late.id, 23 * hour)
  await answer(app, late, 'não reconheço')
  expect(await read(app, late)).toMatchObject({ status: 'Waiting', expired: true })
  expect(await readKinds(app, late)).toEqual(['denied late'])
  expect(await isDenied(app, late)).toBe(true)
  const later = await sendRecord(app)
  await moveClock(db, later.id, 25 * hour)
  await answer(app, later, 'não reconheço')
  expect(await readKinds(app, later)).toEqual(['reply-ignored late'])
  expect(await isDenied(app, later)).toBe(false)
})

test('200: the button of a superseded question denies, and leaves the newer one open', async ({
  db,
}) => {
  const app = await openHooks(db)
  const first = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  await moveClock(db, first.id, minute)
  const { phone, id } = first
  const second = await sendRecord(app, { challengeKind: 'whatsapp-2fa', phone, id })
  const tap = metaTap(first, await payloadOf(app, first, 2))
  await postMeta(app, metaBody({ messages: [tap] }))
  expect(await readKinds(app, first)).toContain('denied superseded')
  await postMeta(app, metaBody({ messages: [metaTap(second, await payloadOf(app, second, 1))] }))
  expect(await read(app, second)).toMatchObject({ status: 'Replied', reply: { option: 1 } })
  expect([await isDenied(app, first), await isPhoneVerified(app, first)]).toEqual([true, false])
})

test('200: a no of another channel outweighs a yes of this one', async ({ db }) => {
  const app = await openHooks(db)
  const chat = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  const sms = await sendRecord(app, { id: chat.id, phone: chat.phone })
  await answer(app, sms, '1')
  expect(await isPhoneVerified(app, sms)).toBe(true)
  await postMeta(app, metaBody({ messages: [metaText(chat, 'não fui eu')] }))
  expect([await isDenied(app, sms), await isPhoneVerified(app, sms)]).toEqual([true, false])
})

test('200: a stranger’s no denies nothing, nor does a wrong person or an answer to a token', async ({
  db,
}) => {
  const app = await openHooks(db)
  const sent = await sendRecord(app, { challengeKind: 'whatsapp-2fa' })
  const context = { id: sent.messageId }
  const stranger = metaText({ ...sent, phone: newPhone() }, 'não', { context })
  await postMeta(app, metaBody({ messages: [stranger] }))
  await postMeta(app, metaBody({ messages: [metaText(sent, 'engano, não sou a Maria')] }))
  const token = await sendRecord(app, { challengeKind: 'sms-token' })
  await answer(app, token, 'não fui eu')
  expect([await isDenied(app, sent), await isDenied(app, token)]).toEqual([false, false])
})

test('200: at a shared sender a no without its code denies the question that came last', async ({
  db,
}) => {
  const app = await openHooks(db)
  const phone = newPhone()
  const account = accounts.shared
  const acme = await sendRecord(app, { phone, account })
  const globex = await sendRecord(app, { phone, account, claims: { tenant: 'globex' } })
  const initech = await sendRecord(app, { phone, account, claims: { tenant: 'initech' } })
  await db.update(challenges).set({ replyCode: '11' }).where(eq(challenges.id, acme.ref))
  for (const text of ['sim', 'não fui eu']) await answer(app, initech, text)
  for (const one of [acme, globex, initech]) expect(await isPhoneVerified(app, one)).toBe(false)
  expect(await readKinds(app, initech)).toContain('denied no-code')
  expect(await read(app, initech)).toMatchObject({ status: 'Waiting' })
  expect(await isDenied(app, initech)).toBe(true)
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

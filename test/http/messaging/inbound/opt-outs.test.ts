// takeTwilioMessage: STOP and START, and whose question is answered where tenants share a sender.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { challenges } from '#src/messaging/challenges/table.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { answer, metaBody, metaText, postMeta } from '#test/support/messaging/callbacks.ts'
import {
  accounts,
  newPhone,
  openHooks,
  read,
  sendRecord,
  readKinds,
  test,
} from '#test/support/hooks.ts'
import { underLock } from '#test/support/messaging/phones.ts'
import { moveClock } from '#test/support/transactions.ts'

const minute = 60_000

test('200: STOP ends the messages of that channel until START; the record stays open', async ({
  app,
  sent,
}) => {
  const ask = async (path: string) => {
    await moveClock(app.db, sent.id, 60 * minute)
    return (await app.call('POST', `/v1/transaction/${sent.id}/${path}`)).status
  }
  await answer(app, sent, 'Parar')
  expect(await read(app, sent)).toMatchObject({ status: 'Waiting' })
  expect(await readKinds(app, sent)).toEqual(['reply-ignored opted-out'])
  expect(await ask('sms/2fa')).toBe(204)
  expect(await ask('whatsapps/2fa')).toBe(201)
  await answer(app, sent, 'START')
  expect(await ask('sms/2fa')).toBe(201)
})

test('200: at a shared sender STOP is for every tenant, and for none of another sender', async ({
  app,
}) => {
  const phone = newPhone()
  const account = accounts.shared
  const acme = await sendRecord(app, { phone, account })
  const globex = await sendRecord(app, { phone, account, claims: { tenant: 'globex' } })
  const initech = await sendRecord(app, { phone, claims: { tenant: 'initech' } })
  const ask = async ({ id, claims }: typeof acme) => {
    await moveClock(app.db, id, 60 * minute)
    return (await app.call('POST', `/v1/transaction/${id}/sms/2fa`, { claims })).status
  }
  await answer(app, acme, 'PARE')
  expect(await ask(acme)).toBe(204)
  expect(await ask(globex)).toBe(204)
  expect(await ask(initech)).toBe(201)
})

test('200: at a shared sender the code says whose question is answered', async ({ db }) => {
  const app = await openHooks(db, [accounts.shared])
  const phone = newPhone()
  const account = accounts.shared
  const acme = await sendRecord(app, { phone, account })
  const globex = await sendRecord(app, { phone, account, claims: { tenant: 'globex' } })
  const [row] = await db.select().from(challenges).where(eq(challenges.id, globex.ref))
  expect(row?.replyCode).toMatch(/^\d\d$/)
  await answer(app, acme, `${row?.replyCode}2`)
  expect(await read(app, globex)).toMatchObject({ status: 'Replied', text: 'Não' })
  expect(await read(app, acme)).toMatchObject({ status: 'Waiting' })
  await answer(app, acme, '1')
  expect(await read(app, acme)).toMatchObject({ status: 'Waiting' })
  const [own] = await db.select().from(challenges).where(eq(challenges.id, acme.ref))
  await answer(app, acme, `${own?.replyCode} 1`)
  expect(await read(app, acme)).toMatchObject({ status: 'Replied', text: 'Sim' })
})

test('200: typed WhatsApp answers count where one tenant alone has a question open', async ({
  db,
}) => {
  const app = await openHooks(db, [accounts.meta])
  const phone = newPhone()
  const asked = { phone, account: accounts.meta, challengeKind: 'whatsapp-2fa' } as const
  const acme = await sendRecord(app, asked)
  await postMeta(app, metaBody({ messages: [metaText(acme, 'Sim, fui eu')] }))
  expect(await read(app, acme)).toMatchObject({ status: 'Replied' })
  const globex = await sendRecord(app, { ...asked, claims: { tenant: 'globex' } })
  const initech = await sendRecord(app, { ...asked, claims: { tenant: 'initech' } })
  await postMeta(app, metaBody({ messages: [metaText(globex, 'sim')] }))
  expect(await read(app, globex)).toMatchObject({ status: 'Waiting' })
  expect(await read(app, initech)).toMatchObject({ status: 'Waiting' })
})

test('200: CANCELAR says no to an open question, and is a wish afterwards', async ({ db }) => {
  const app = await openHooks(db, [accounts.main])
  const sent = await sendRecord(app)
  await answer(app, sent, 'CANCELAR')
  expect(await read(app, sent)).toMatchObject({ status: 'Replied', text: 'Não' })
  await moveClock(db, sent.id, 60 * minute)
  await answer(app, sent, 'cancelar')
  expect((await app.call('POST', `/v1/transaction/${sent.id}/sms/2fa`)).status).toBe(204)
})

test('200: what Twilio itself has understood as a wish is one', async ({ db }) => {
  const app = await openHooks(db, [accounts.main])
  const sent = await sendRecord(app)
  await answer(app, sent, 'não me mande mais', { OptOutType: 'STOP' })
  expect(await read(app, sent)).toMatchObject({ status: 'Waiting' })
  await moveClock(db, sent.id, 60 * minute)
  const ask = async () => (await app.call('POST', `/v1/transaction/${sent.id}/sms/2fa`)).status
  expect(await ask()).toBe(204)
  await answer(app, sent, 'quero sim', { OptOutType: 'START' })
  expect(await ask()).toBe(201)
})

test('200: STOP counts though the transaction of the newest message was erased', async ({
  app,
}) => {
  const phone = newPhone()
  const older = await sendRecord(app, { phone })
  const newer = await sendRecord(app, { phone })
  await underLock(app.db, newer.id, eraseTransaction)
  await answer(app, newer, 'STOP')
  expect(await readKinds(app, older)).toEqual(['reply-ignored opted-out'])
  await moveClock(app.db, older.id, 60 * minute)
  expect((await app.call('POST', `/v1/transaction/${older.id}/sms/2fa`)).status).toBe(204)
})

test('200: an answer to an erased question is none to an older one', async ({ app }) => {
  const phone = newPhone()
  const older = await sendRecord(app, { phone })
  const newer = await sendRecord(app, { phone })
  await underLock(app.db, newer.id, eraseTransaction)
  await answer(app, newer, '1')
  expect(await read(app, older)).toMatchObject({ status: 'Waiting' })
})

test('200: STOP with the reply code of an older message is for the tenant that wrote it', async ({
  db,
}) => {
  const app = await openHooks(db, [accounts.shared])
  const phone = newPhone()
  const account = accounts.shared
  const older = await sendRecord(app, { phone, account })
  await sendRecord(app, { phone, account })
  // No drawn reply code begins with 0.
  await db.update(challenges).set({ replyCode: '07' }).where(eq(challenges.id, older.ref))
  await answer(app, older, '07 SAIR')
  expect(await readKinds(app, older)).toEqual(['reply-ignored opted-out'])
  await moveClock(db, older.id, 60 * minute)
  expect((await app.call('POST', `/v1/transaction/${older.id}/sms/2fa`)).status).toBe(204)
})

// takeTwilioMessage: STOP and START, and whose question is answered where tenants share a sender.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { challenges } from '#src/challenges/table.ts'
import { eraseTransaction } from '#src/transaction/store.ts'
import { test } from '#test/db/fixture.ts'
import { answer } from '#test/support/callbacks.ts'
import { accounts, newPhone, openHooks, read, sendRecord, readKinds } from '#test/support/hooks.ts'
import { underLock } from '#test/support/phones.ts'
import { moveClock } from '#test/support/transactions.ts'

const minute = 60_000

test('200: STOP ends the messages of that channel until START; the record stays open', async ({
  db,
}) => {
  const app = await openHooks(db)
  const sent = await sendRecord(app)
  const ask = async (path: string) => {
    await moveClock(db, sent.id, 60 * minute)
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
  db,
}) => {
  const app = await openHooks(db)
  const phone = newPhone()
  const account = accounts.shared
  const acme = await sendRecord(app, { phone, account })
  const globex = await sendRecord(app, { phone, account, claims: { tenant: 'globex' } })
  const initech = await sendRecord(app, { phone, claims: { tenant: 'initech' } })
  const ask = async ({ id, claims }: typeof acme) => {
    await moveClock(db, id, 60 * minute)
    return (await app.call('POST', `/v1/transaction/${id}/sms/2fa`, { claims })).status
  }
  await answer(app, acme, 'PARE')
  expect(await ask(acme)).toBe(204)
  expect(await ask(globex)).toBe(204)
  expect(await ask(initech)).toBe(201)
})

test('200: at a shared sender the tag says whose question is answered', async ({ db }) => {
  const app = await openHooks(db, [accounts.shared])
  const phone = newPhone()
  const account = accounts.shared
  const acme = await sendRecord(app, { phone, account })
  const tag = async ({ ref }: typeof acme) => {
    const [row] = await db.select().from(challenges).where(eq(challenges.id, ref))
    return row?.tag ?? ''
  }
  const acmeTag = await tag(acme)
  let globex = await sendRecord(app, { phone, account, claims: { tenant: 'globex' } })
  while ((await tag(globex)) === acmeTag)
    globex = await sendRecord(app, { phone, account, claims: { tenant: 'globex' } })
  expect(acmeTag).toMatch(/^\d\d$/)
  await answer(app, acme, '1')
  expect(await read(app, acme)).toMatchObject({ status: 'Waiting' })
  expect(await read(app, globex)).toMatchObject({ status: 'Waiting' })
  await answer(app, acme, `${acmeTag} 1`)
  expect(await read(app, acme)).toMatchObject({ status: 'Replied' })
  expect(await read(app, globex)).toMatchObject({ status: 'Waiting' })
  await answer(app, acme, `${await tag(globex)}2`)
  expect(await read(app, globex)).toMatchObject({ status: 'Replied', text: 'Não' })
})

test('200: STOP counts though the transaction of the newest message was erased', async ({ db }) => {
  const app = await openHooks(db)
  const phone = newPhone()
  const older = await sendRecord(app, { phone })
  const newer = await sendRecord(app, { phone })
  await underLock(db, newer.id, eraseTransaction)
  await answer(app, newer, 'STOP')
  expect(await readKinds(app, older)).toEqual(['reply-ignored opted-out'])
  await moveClock(db, older.id, 60 * minute)
  expect((await app.call('POST', `/v1/transaction/${older.id}/sms/2fa`)).status).toBe(204)
})

test('200: an answer to an erased question is none to an older one', async ({ db }) => {
  const app = await openHooks(db)
  const phone = newPhone()
  const older = await sendRecord(app, { phone })
  const newer = await sendRecord(app, { phone })
  await underLock(db, newer.id, eraseTransaction)
  await answer(app, newer, '1')
  expect(await read(app, older)).toMatchObject({ status: 'Waiting' })
})

test('200: STOP with the tag of an older message is for the tenant that wrote it', async ({
  db,
}) => {
  const app = await openHooks(db, [accounts.shared])
  const phone = newPhone()
  const account = accounts.shared
  const older = await sendRecord(app, { phone, account })
  await sendRecord(app, { phone, account })
  // No drawn tag begins with a nought.
  await db.update(challenges).set({ tag: '07' }).where(eq(challenges.id, older.ref))
  await answer(app, older, '07 SAIR')
  expect(await readKinds(app, older)).toEqual(['reply-ignored opted-out'])
  await moveClock(db, older.id, 60 * minute)
  expect((await app.call('POST', `/v1/transaction/${older.id}/sms/2fa`)).status).toBe(204)
})

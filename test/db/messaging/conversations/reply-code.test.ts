// The digits beside an answer: who gets them, and that no two questions open at one number share them.
import { randomInt } from 'node:crypto'
import { eq, ne, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import {
  forgetOldCodes,
  reserveCode,
  type Wanted,
} from '#src/messaging/conversations/reply-code.ts'
import { challenges, replyCodes } from '#src/messaging/challenges/table.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import {
  ask,
  createReachable,
  randomMobile,
  readLatest,
} from '#test/support/messaging/challenges.ts'
import { sharedAccount, silentMessaging } from '#test/support/messaging/messaging.ts'
import { test } from '#test/db/fixture.ts'
import { moveClock } from '#test/support/transactions.ts'

const sealer = createSealer(openKeyring(createKeyring()))
const newNumber = () => `+55119${randomInt(60_000_000, 99_999_999)}`
const minute = 60_000

const reserve = async (
  db: Db,
  e164: string,
  tenant: string,
  { now = new Date(), ...wanted }: Partial<Wanted> & { readonly now?: Date } = {},
) =>
  db.transaction((tx) =>
    reserveCode(
      { tx, sealer, locked: { tenant, mode: 'live', wallNow: now } },
      { accounts: ['shared', 'second'], isShared: true },
      e164,
      { challengeId: newId(), transactionId: newId(), forMs: 10 * minute, ...wanted },
    ),
  )

const openApp = async (db: Db, shared: boolean) => {
  const messaging = silentMessaging({ accounts: [{ ...sharedAccount, shared }] })
  return createTestApp(db, undefined, { messaging })
}

/** Asks a question; resolves to its text and code. */
async function askAs(app: TestApp, { phone, tenant = 'acme', kind = 'sms-2fa', ...of }: Asking) {
  const claims = { tenant }
  const id = of.id ?? (await createReachable(app, { phone }, claims))
  const body = of.purpose === undefined ? {} : { body: { purpose: of.purpose } }
  const { text } = await (await ask(app, kind, id, { claims, ...body })).json()
  const { replyCode, rules } = (await readLatest(app, id, kind)).challenge
  return { text, replyCode, needsCode: rules.needsCode, id }
}

type Asking = {
  readonly phone: ReturnType<typeof randomMobile>
  readonly tenant?: string
  readonly kind?: 'sms-2fa' | 'whatsapp-2fa'
  readonly id?: string
  readonly purpose?: string
}

test('on a sender of several tenants every question has a code, the first one too', async ({
  db,
}) => {
  const app = await openApp(db, true)
  const phone = randomMobile()
  const first = await askAs(app, { phone })
  expect(first.replyCode).toMatch(/^[1-9]\d$/)
  expect(first.needsCode).toBeUndefined()
  expect(first.text).toContain(
    `Responda ${first.replyCode} 1 para SIM ou ${first.replyCode} 2 para NAO`,
  )
  const second = await askAs(app, { phone, tenant: 'globex' })
  expect(second).toMatchObject({ replyCode: expect.stringMatching(/^\d\d$/), needsCode: true })
  expect(second.replyCode).not.toBe(first.replyCode)
  const chat = await askAs(app, { phone, kind: 'whatsapp-2fa' })
  // The minutes in it may be the same digits.
  expect(chat.text.replace(/\d+ minutos/, '')).not.toContain(chat.replyCode)
  expect(chat.replyCode).toMatch(/^\d\d$/)
  await ask(app, 'sms-token', second.id, { claims: { tenant: 'globex' } })
  expect((await readLatest(app, second.id, 'sms-token')).challenge.replyCode).toBeNull()
})

test('on a sender of one tenant a question has one while another is open at the number', async ({
  db,
}) => {
  const app = await openApp(db, false)
  const phone = randomMobile()
  const first = await askAs(app, { phone })
  expect(first.replyCode).toBeNull()
  expect(first.text).toContain('Responda 1 para SIM ou 2 para NAO')
  const second = await askAs(app, { phone })
  expect(second).toMatchObject({ replyCode: expect.stringMatching(/^\d\d$/), needsCode: true })
  expect((await askAs(app, { phone: randomMobile() })).replyCode).toBeNull()
  await db.update(replyCodes).set({ until: sql`${replyCodes.until} - interval '13 minutes'` })
  expect((await askAs(app, { phone })).replyCode).toBeNull()
})

test('one that was answered is nobody’s rival once a second answer would be here', async ({
  db,
}) => {
  const app = await openApp(db, false)
  const phone = randomMobile()
  const first = await askAs(app, { phone })
  const answer = (agoMs: number) =>
    db
      .update(challenges)
      .set({ repliedAt: new Date(Date.now() - agoMs) })
      .where(eq(challenges.transactionId, first.id))
  await answer(minute)
  expect((await askAs(app, { phone })).replyCode).not.toBeNull()
  await db.delete(replyCodes).where(ne(replyCodes.code, ''))
  await answer(3 * minute)
  expect((await askAs(app, { phone })).replyCode).toBeNull()
})

test('one that replaces another has a code where it asks something else', async ({ db }) => {
  const app = await openApp(db, false)
  const phone = randomMobile()
  const first = await askAs(app, { phone, purpose: 'Pix de R$ 10' })
  const { id } = first
  expect(first.replyCode).toBeNull()
  await moveClock(db, id, minute)
  expect((await askAs(app, { phone, id, purpose: 'Pix de R$ 10' })).replyCode).toBeNull()
  await moveClock(db, id, 2 * minute)
  const other = await askAs(app, { phone, id, purpose: 'Pix de R$ 9.000' })
  expect(other).toMatchObject({ replyCode: expect.stringMatching(/^\d\d$/), needsCode: true })
})

test('a tenant may have a code in every question: three or four digits that were drawn', async ({
  db,
}) => {
  const own = { ...sharedAccount, shared: false }
  const settings = { acme: { messages: { replyCode: 'always', replyCodeDigits: 4 } } } as const
  const messaging = silentMessaging({ accounts: [own], settings })
  const app = await createTestApp(db, undefined, { messaging })
  const id = await createReachable(app, {}, { tenant: 'acme' })
  const { text } = await (await ask(app, 'sms-2fa', id, { claims: { tenant: 'acme' } })).json()
  expect(text).toMatch(/Responda (\d{4}) 1 para SIM ou \1 2 para NAO/)
  await ask(app, 'whatsapp-2fa', id, { claims: { tenant: 'acme' } })
  expect((await readLatest(app, id, 'whatsapp-2fa')).challenge.replyCode).toBeNull()
})

test('thirty tenants that ask one number at once get thirty different codes', async ({ db }) => {
  const e164 = newNumber()
  const drawn = await Promise.all(
    Array.from({ length: 30 }, (_, index) => reserve(db, e164, `tenant-${index}`, { digits: 2 })),
  )
  expect(new Set(drawn.map(({ code }) => code)).size).toBe(30)
  expect(drawn.filter(({ isContested }) => !isContested)).toHaveLength(1)
})

test('what a message says already is kept where it means nobody else, and drawn anew where it does', async ({
  db,
}) => {
  const e164 = newNumber()
  const code = async (tenant: string, current: string | null) =>
    (await reserve(db, e164, tenant, { current })).code
  expect(await code('acme', null)).toBeNull()
  expect(await code('globex', '47')).toBe('47')
  const other = await code('initech', '47')
  expect(other).toMatch(/^\d\d$/)
  expect(other).not.toBe('47')
  expect(await code('umbrella', null)).toMatch(/^\d\d$/)
})

test('a code is nobody else’s for as long as a late no can name it', async ({ db }) => {
  const e164 = newNumber()
  const ago = (minutes: number) => new Date(Date.now() - minutes * minute)
  const all = Array.from({ length: 89 }, (_, index) => String(10 + index))
  for (const current of all) await reserve(db, e164, 'acme', { current, now: ago(23 * 60) })
  expect(await reserve(db, e164, 'globex', { digits: 2 })).toEqual({
    code: '99',
    isContested: false,
  })
})

test('codes of an hour ago are forgotten', async ({ db }) => {
  await reserve(db, newNumber(), 'acme', { now: new Date(Date.now() - (24 * 60 + 90) * minute) })
  expect(await forgetOldCodes(db)).toBeGreaterThan(0)
})

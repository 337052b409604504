// The digits beside an answer: who gets them, and that no two questions open at one number share them.
import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import {
  forgetOldCodes,
  reserveCode,
  type Wanted,
} from '#src/messaging/challenges/replies/reply-code.ts'
import { replyCodes } from '#src/messaging/challenges/table.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { createTestApp } from '#test/support/app.ts'
import {
  ask,
  createReachable,
  randomMobile,
  readLatest,
} from '#test/support/messaging/challenges.ts'
import { sharedAccount, silentMessaging } from '#test/support/messaging/messaging.ts'
import { test } from '#test/db/fixture.ts'

const sealer = createSealer(openKeyring(createKeyring()))
const newNumber = () => `+55119${randomInt(60_000_000, 99_999_999)}`
const minute = 60_000

const reserve = (
  db: Db,
  e164: string,
  tenant: string,
  { now = new Date(), ...wanted }: Partial<Wanted> & { readonly now?: Date } = {},
) =>
  db.transaction((tx) =>
    reserveCode(
      { tx, sealer, locked: { tenant, mode: 'live', wallNow: now } },
      ['shared', 'second'],
      e164,
      { challengeId: newId(), forMs: 10 * minute, ...wanted },
    ),
  )

test('only a question beside one of another tenant has a code, until that has expired', async ({
  db,
}) => {
  const messaging = silentMessaging({ accounts: [sharedAccount] })
  const app = await createTestApp(db, undefined, { messaging })
  const phone = randomMobile()
  const askAs = async (tenant: string) => {
    const claims = { tenant }
    const id = await createReachable(app, { phone }, claims)
    const { text } = await (await ask(app, 'sms-2fa', id, { claims })).json()
    const { replyCode } = (await readLatest(db, app.sealer, id, 'sms-2fa')).challenge
    return { text, replyCode, id }
  }
  expect((await askAs('acme')).replyCode).toBeNull()
  expect((await askAs('acme')).text).toContain('Responda 1 para SIM ou 2 para NAO')
  const { replyCode, text, id } = await askAs('globex')
  expect(replyCode).toMatch(/^[1-9]\d$/)
  expect(text).toContain(`Responda ${replyCode} 1 para SIM ou ${replyCode} 2 para NAO`)
  await ask(app, 'sms-token', id, { claims: { tenant: 'globex' } })
  expect((await readLatest(db, app.sealer, id, 'sms-token')).challenge.replyCode).toBeNull()
  await db.update(replyCodes).set({ until: new Date(Date.now() - 1) })
  expect((await askAs('initech')).replyCode).toBeNull()
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
  expect((await readLatest(db, app.sealer, id, 'whatsapp-2fa')).challenge.replyCode).toBeNull()
})

test('thirty tenants that ask one number at once get thirty different codes', async ({ db }) => {
  const e164 = newNumber()
  const drawn = await Promise.all(
    Array.from({ length: 30 }, (_, index) => reserve(db, e164, `tenant-${index}`)),
  )
  expect(new Set(drawn).size).toBe(30)
  expect(drawn.filter((code) => code === null)).toHaveLength(1)
})

test('what a message says already is kept where it means nobody else, and drawn anew where it does', async ({
  db,
}) => {
  const e164 = newNumber()
  expect(await reserve(db, e164, 'acme', { current: null })).toBeNull()
  expect(await reserve(db, e164, 'globex', { current: '47' })).toBe('47')
  const other = await reserve(db, e164, 'initech', { current: '47' })
  expect(other).toMatch(/^\d\d$/)
  expect(other).not.toBe('47')
  expect(await reserve(db, e164, 'umbrella', { current: null })).toMatch(/^\d\d$/)
})

test('codes of an hour ago are forgotten', async ({ db }) => {
  await reserve(db, newNumber(), 'acme', { now: new Date(Date.now() - 90 * minute) })
  expect(await forgetOldCodes(db)).toBeGreaterThan(0)
})

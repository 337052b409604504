// What a tenant's own settings make of a request: its time, its sends, its window, its money.
import { expect } from 'vitest'
import type { TenantsConfig } from '#src/platform/tenants/settings.ts'
import { test } from '#test/db/fixture.ts'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import type { SimAnswer, SimSwapSource } from '#src/messaging/challenges/messaging.ts'
import { readJournal } from '#src/journey/journal/read.ts'
import { createTestApp } from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { ask, createReachable, readLatest } from '#test/support/messaging/challenges.ts'
import { sharedAccount, silentMessaging } from '#test/support/messaging/messaging.ts'
import type { Db } from '#src/platform/db/client.ts'
import { keepCost } from '#src/messaging/requests/volume/spending.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { accounts, readAttempts, sendRecord, type SentRecord } from '#test/support/hooks.ts'
import { underLock } from '#test/support/messaging/phones.ts'

const claims = { tenant: 'acme', mode: 'live' } as const

const sealer = createSealer(openKeyring(createKeyring()))

type Own = NonNullable<TenantsConfig['tenants'][string]['messages']>

async function askWith(db: Db, messages: Own) {
  const messaging = silentMessaging({ settings: { acme: { messages } } })
  const app = await createTestApp(db, undefined, { messaging })
  const id = await createReachable(app, {}, claims)
  return { app, id, answer: await ask(app, 'sms-2fa', id, { claims }) }
}

test('its time and its sends are shown, and its code is as long as it says', async ({ db }) => {
  const { app, id, answer } = await askWith(db, { sms2faMinutes: 5, sendsMax: 2, codeDigits: 8 })
  const record = await answer.json()
  expect(record).toMatchObject({ smsSendLimit: 2 })
  const lasts = Date.parse(record.expirationTime) - Date.parse(record.createdAt)
  expect(lasts).toBe(5 * 60_000)
  expect(record.text).toContain('5 min')
  await ask(app, 'sms-token', id, { claims })
  expect((await readLatest(app, id, 'sms-token')).code).toMatch(/^\d{8}$/)
})

test('429: outside its window, until it opens', async ({ db }) => {
  const minuteOf = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16)
  const [from, to] = [minuteOf(3_600_000), minuteOf(7_200_000)]
  const { answer } = await askWith(db, { sendWindow: { from, to, timeZone: 'UTC' } })
  expect([answer.status, (await answer.json()).code]).toEqual([429, 'limit-reached'])
  const wait = Number(answer.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(3_500)
  expect(wait).toBeLessThanOrEqual(3_600)
})

test('429: once its money of the day is spent', async ({ db }) => {
  const { answer } = await askWith(db, { spendMicrosPerDay: 0 })
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('3600')
  expect((await askWith(db, { spendMicrosPerDay: 1 })).answer.status).toBe(201)
})

test('429 in every process at once: what one learns of a cost counts in the commits of the others', async ({
  db,
}) => {
  const own = { tenant: 'globex', mode: 'live' } as const
  const settings = { globex: { messages: { spendMicrosPerDay: 50_000 } } }
  const open = async () => ({
    ...(await createTestApp(db, sealer, { messaging: silentMessaging({ settings }) })),
    db,
  })
  const [one, other] = [await open(), await open()]
  const send = (app: typeof one) =>
    sendRecord(app, { account: accounts.main, claims: own, outcome: 'uncertain' })
  const pay = async (sent: SentRecord, micros: number) => {
    const [attempt] = await readAttempts(one, sent)
    await underLock(db, sent.id, (tx, locked) => keepCost(tx, locked, attempt?.id ?? '', micros))
  }
  const [first, second] = [await send(one), await send(one)]
  // What a vendor says twice was paid once.
  for (const micros of [49_000, 49_000]) await pay(first, micros)
  await send(other)
  await pay(second, 1_000)
  for (const app of [other, one]) await expect(send(app)).rejects.toThrow('answered 429')
  // Its other mode, and other tenants, have money of their own.
  await sendRecord(other, { account: accounts.main, claims: { ...own, mode: 'sandbox' } })
  await sendRecord(other, { account: accounts.main, claims })
})

const swapped = '+5511987651234'
const phones = [
  { countryCode: 55, areaCode: 11, number: 987_651_234 },
  { countryCode: 55, areaCode: 11, number: 987_654_321 },
]

/** Asks for a question by SMS, and tells whom it went to and what stands in the journal. */
async function sendTo(
  db: Db,
  given: Record<string, unknown>,
  simSwap: Own['simSwap'],
  answer: SimAnswer = 'swapped',
): Promise<{ sent: string[]; failure: unknown; told: unknown[] }> {
  const sent: string[] = []
  const asked: string[] = []
  const account: MessagingAccount = {
    ...sharedAccount,
    async send({ to }, { attemptId }) {
      sent.push(to)
      return { kind: 'accepted', providerMsgId: attemptId }
    },
  }
  const source: SimSwapSource = {
    id: 'operator',
    async ask(phone, hours) {
      asked.push(`${hours} ${phone}`)
      if (answer === 'unknown') throw new Error('away')
      return phone === swapped ? answer : 'same'
    },
  }
  const messaging = silentMessaging({
    accounts: [account],
    simSwaps: () => source,
    settings: { acme: { messages: simSwap ? { simSwap } : {} } },
  })
  const app = await createTestApp(db, undefined, { messaging })
  const id = await createTransaction(app, given, claims)
  await ask(app, 'sms-2fa', id, { claims })
  await performDue(app.deps, id)
  await performDue(app.deps, id)
  const listed = await app.call('GET', `/v1/transaction/${id}/sms/2fa`, { claims })
  const [record] = await listed.json()
  const entries = await readJournal(db, id, 0)
  const told = entries
    .filter(({ kind }) => kind === 'challenge-sim-asked')
    .map(({ code, reason, provider }) => ({ code, reason, provider }))
  expect(asked.length > 0).toBe(simSwap !== undefined)
  return { sent, failure: record.failure?.code, told }
}

const both = { phone: phones[0], Phones: [phones[1]] }
const stop = { hours: 72, action: 'stop', ifUnknown: 'send' } as const
const lower = { ...stop, action: 'lower' } as const

test('a number whose SIM was changed lately gets nothing, where its tenant stops there', async ({
  db,
}) => {
  const { sent, failure, told } = await sendTo(db, both, stop)
  expect([sent, failure]).toEqual([[], 'blocked'])
  expect(told).toEqual([{ code: 'swapped', reason: 'held', provider: 'operator' }])
})

test('or it is colder than any other, and used where there is no other', async ({ db }) => {
  const other = await sendTo(db, both, lower)
  expect([other.sent, other.failure]).toEqual([['+5511987654321'], undefined])
  expect(other.told).toMatchObject([{ code: 'swapped', reason: 'held' }])
  const alone = await sendTo(db, { phone: phones[0] }, lower)
  expect([alone.sent, alone.failure]).toEqual([[swapped], undefined])
  expect(alone.told).toMatchObject([{ code: 'swapped', reason: 'sent' }])
})

test('who cannot say stops nothing, but where the tenant says so; and nobody is asked unasked', async ({
  db,
}) => {
  const sending = await sendTo(db, { phone: phones[0] }, stop, 'unknown')
  expect([sending.sent, sending.told]).toMatchObject([
    [swapped],
    [{ code: 'unknown', reason: 'sent' }],
  ])
  const strict = { ...stop, ifUnknown: 'stop' } as const
  const stopped = await sendTo(db, { phone: phones[0] }, strict, 'unknown')
  expect([stopped.sent, stopped.failure]).toEqual([[], 'blocked'])
  const same = await sendTo(db, { phone: phones[0] }, stop, 'same')
  expect([same.sent, same.told]).toEqual([[swapped], []])
  expect((await sendTo(db, { phone: phones[0] }, undefined)).sent).toEqual([swapped])
})

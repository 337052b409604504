// The limits of a number hold over all transactions, capabilities and processes: each app below has
// connections of its own, as a process has, and nothing but Postgres is between them.
import { inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Database, type Db, openDatabase } from '#src/platform/db/client.ts'
import { hashPhone } from '#src/messaging/phones/store.ts'
import { challenges } from '#src/messaging/challenges/table.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { type Answer, createTestApp, type TestApp } from '#test/support/app.ts'
import { acme, brazilian, e164Of } from '#test/support/messaging/phones.ts'
import type { Claims } from '#test/support/token.ts'
import { createTransaction, readProblem, untilServed } from '#test/support/transactions.ts'
import { test as base } from '#test/db/fixture.ts'

const minute = 60_000
const sealer = createSealer(openKeyring(createKeyring()))
const operations = ['sms/2fa', 'sms/tokens', 'whatsapps/2fa'] as const

const test = base.extend<{ apps: readonly [TestApp, TestApp, TestApp] }>({
  apps: [
    async ({ url }, use) => {
      const databases: Database[] = [1, 2, 3].map((n) => openDatabase(url, `process-${n}`))
      const open = async (index: number) => {
        const database = databases[index]
        if (!database) throw new Error('there are three')
        return createTestApp(database.db, sealer)
      }
      await use([await open(0), await open(1), await open(2)])
      await Promise.all(databases.map((database) => database.close()))
    },
    { scope: 'file' },
  ],
})

/** Numbers that no other test uses. */
let used = 1_000_000
const newNumber = () => (used += 1)

type Asked = {
  readonly numbers: readonly object[]
  readonly operation?: string
  readonly claims?: Claims
}

/** Each request from the next process, for a new transaction, all at the same time. */
async function askAtOnce(apps: readonly TestApp[], asked: readonly Asked[]): Promise<Answer[]> {
  const ready = await Promise.all(
    asked.map(async ({ numbers, operation = 'sms/2fa', claims = {} }, index) => {
      const app = apps[index % apps.length]
      if (!app) throw new Error('there is one')
      const [phone, ...Phones] = numbers
      const id = await createTransaction(app, { phone, Phones }, claims)
      const ask = () => app.call('POST', `/v1/transaction/${id}/${operation}`, { claims })
      return () => untilServed(ask)
    }),
  )
  return Promise.all(ready.map((ask) => ask()))
}

const countBy = (answers: readonly Answer[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, group]) => [
      status,
      group.length,
    ]),
  )

const times = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n))

const secondsToWait = (answer: Answer | undefined) => Number(answer?.headers.get('retry-after'))

/** As if what was sent to the number had been sent so much earlier. */
async function letPass(db: Db, last: number, ms: number, owner: Owner = acme): Promise<void> {
  await db
    .update(challenges)
    .set({ wallCreatedAt: sql`${challenges.wallCreatedAt} - make_interval(secs => ${ms / 1000})` })
    .where(inArray(challenges.contactHash, [...hashPhone(sealer, owner, e164Of(last)).all]))
}

const recordsOf = async (db: Db, last: number, owner: Owner = acme) =>
  db
    .select({ id: challenges.id })
    .from(challenges)
    .where(inArray(challenges.contactHash, [...hashPhone(sealer, owner, e164Of(last)).all]))

test('of 24 requests at once from three processes a number gets five, whatever they ask for', async ({
  apps,
  db,
}) => {
  const last = newNumber()
  const answers = await askAtOnce(
    apps,
    times(24, (n) => ({
      numbers: [brazilian(last)],
      ...(operations[n % 3] && { operation: operations[n % 3] }),
    })),
  )
  expect(countBy(answers)).toEqual({ 201: 5, 429: 19 })
  expect(await recordsOf(db, last)).toHaveLength(5)
  for (const refused of answers.filter(({ status }) => status === 429)) {
    expect(secondsToWait(refused)).toBeGreaterThan(590)
    expect(secondsToWait(refused)).toBeLessThanOrEqual(600)
    expect(await readProblem(refused)).toMatchObject({ code: 'limit-reached' })
  }
})

test('a number has one limit with and without its ninth digit, and wherever it stands', async ({
  apps,
  db,
}) => {
  const last = newNumber()
  const without = { countryCode: 55, areaCode: 11, number: 80_000_000 + last }
  const landline = { countryCode: 55, areaCode: 11, number: 32_654_321 }
  const spellings = [[brazilian(last)], [without], [landline, without], [landline, brazilian(last)]]
  const answers = await askAtOnce(
    apps,
    times(16, (n) => ({ numbers: spellings[n % 4] ?? [] })),
  )
  expect(countBy(answers)).toEqual({ 201: 5, 429: 11 })
  expect(await recordsOf(db, last)).toHaveLength(5)
})

test('numbers that stand in other orders do not deadlock, and each keeps to its limit', async ({
  apps,
  db,
}) => {
  const lasts = times(4, newNumber)
  const rotated = (by: number) => [...lasts.slice(by), ...lasts.slice(0, by)]
  const answers = await askAtOnce(
    apps,
    times(32, (n) => ({ numbers: rotated(n % 4).map((last) => brazilian(last)) })),
  )
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  expect(countBy(answers)[201]).toBeLessThanOrEqual(20)
  for (const last of lasts) expect((await recordsOf(db, last)).length).toBeLessThanOrEqual(5)
})

test('over the limit of the hottest number no other one is tried', async ({ apps, db }) => {
  const [hot, other] = [newNumber(), newNumber()]
  await askAtOnce(
    apps,
    times(5, () => ({ numbers: [brazilian(hot)] })),
  )
  const [answer] = await askAtOnce(apps, [{ numbers: [brazilian(hot), brazilian(other)] }])
  expect(answer?.status).toBe(429)
  expect(await recordsOf(db, other)).toEqual([])
})

test('a number takes five in ten minutes and ten in a day', async ({ apps, db }) => {
  const last = newNumber()
  const ask = (count: number) =>
    askAtOnce(
      apps,
      times(count, () => ({ numbers: [brazilian(last)] })),
    )
  expect(countBy(await ask(6))).toEqual({ 201: 5, 429: 1 })
  await letPass(db, last, 9 * minute)
  expect(countBy(await ask(3))).toEqual({ 429: 3 })
  await letPass(db, last, 2 * minute)
  expect(countBy(await ask(8))).toEqual({ 201: 5, 429: 3 })
  await letPass(db, last, 11 * minute)
  const [refused] = await ask(1)
  expect(refused?.status).toBe(429)
  const untilTomorrow = (24 * 60 - 22) * 60
  expect(secondsToWait(refused)).toBeGreaterThan(untilTomorrow - 60)
  expect(secondsToWait(refused)).toBeLessThanOrEqual(untilTomorrow)
  await letPass(db, last, (24 * 60 - 22) * minute)
  expect(countBy(await ask(6))).toEqual({ 201: 5, 429: 1 })
})

test('what another tenant or mode sent to a number does not count', async ({ apps, db }) => {
  const last = newNumber()
  const owners = [
    acme,
    { tenant: 'beta', mode: 'sandbox' },
    { tenant: 'acme', mode: 'live' },
  ] as const
  const answers = await askAtOnce(
    apps,
    times(18, (n) => ({ numbers: [brazilian(last)], claims: owners[n % 3] ?? acme })),
  )
  expect(countBy(answers)).toEqual({ 201: 15, 429: 3 })
  for (const owner of owners) expect(await recordsOf(db, last, owner)).toHaveLength(5)
})

test('requests at once for one transaction open one record, and the number counts one', async ({
  apps,
  db,
}) => {
  const last = newNumber()
  const id = await createTransaction(apps[0], { phone: brazilian(last) })
  const answers = await Promise.all(
    times(12, (n) =>
      untilServed(() => (apps[n % 3] ?? apps[0]).call('POST', `/v1/transaction/${id}/sms/2fa`)),
    ),
  )
  expect(countBy(answers)).toEqual({ 201: 12 })
  const bodies = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(bodies).size).toBe(1)
  expect(await recordsOf(db, last)).toHaveLength(1)
})

// Limits of one address over all transactions of a tenant: five an hour, twenty a day, by wall time.
import { randomUUID } from 'node:crypto'
import { desc, sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { challenges } from '#src/messaging/challenges/table.ts'
import { type Answer, createTestApp, type TestApp } from '#test/support/app.ts'
import { createMacs } from '#src/journey/inbox/macs.ts'
import { bounceLabel, returnPath, writeReport } from '#src/vendors/smtp/bounce.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { createTransaction, moveClock, readProblem } from '#test/support/transactions.ts'
import type { Claims } from '#test/support/token.ts'
import { test } from '#test/support/app-fixture.ts'

const freshAddress = () => `address-${randomUUID()}@limits.test`

/** A token on a new transaction with this address. */
async function send(app: TestApp, email: string, claims: Claims = {}): Promise<Answer> {
  const id = await createTransaction(app, { email }, claims)
  return app.call('POST', `/v1/transaction/${id}/emails/tokens`, { claims })
}

async function sendMany(app: TestApp, email: string, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n += 1) statuses.push((await send(app, email)).status)
  return statuses
}

/** Makes every send so far older. */
async function letPass(db: Db, minutes: number): Promise<void> {
  const earlier = sql`${challenges.wallCreatedAt} - ${minutes} * interval '1 minute'`
  await db.update(challenges).set({ wallCreatedAt: earlier })
}

test('the sixth within an hour is 429, and Retry-After counts from the first of the five', async ({
  app,
}) => {
  const email = freshAddress()
  expect(await sendMany(app, email, 5)).toEqual([201, 201, 201, 201, 201])
  await letPass(app.db, 20)
  const refused = await send(app, email)
  expect(refused.status).toBe(429)
  expect(await readProblem(refused)).toMatchObject({ code: 'limit-reached' })
  const retryAfter = Number(refused.headers.get('retry-after'))
  expect(retryAfter).toBeGreaterThan(2_340)
  expect(retryAfter).toBeLessThanOrEqual(2_400)
  await letPass(app.db, 41)
  expect((await send(app, email)).status).toBe(201)
})

test('the twenty-first within a day is 429 until the first is a day old', async ({ app }) => {
  const email = freshAddress()
  for (let hour = 0; hour < 4; hour += 1) {
    expect(await sendMany(app, email, 5)).toEqual([201, 201, 201, 201, 201])
    await letPass(app.db, 61)
  }
  const refused = await send(app, email)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(19 * 3_600)
  await letPass(app.db, 20 * 60)
  expect((await send(app, email)).status).toBe(201)
})

test('a dot at its end, IDN or punycode and Gmail’s own dots are the same address', async ({
  app,
}) => {
  const name = `vic-${randomUUID()}`
  const spellings = {
    [`${name}@pão.test`]: [`${name}@pão.test.`, `${name}@XN--PO-SIA.test`, ` ${name}+a@PÃO.test. `],
    [`${name}@gmail.com`]: [`v.ic-${name.slice(4)}@Gmail.com`, `${name}+b@googlemail.com.`],
  }
  for (const [email, others] of Object.entries(spellings)) {
    expect(await sendMany(app, email, 5)).toEqual([201, 201, 201, 201, 201])
    for (const other of others) expect((await send(app, other)).status).toBe(429)
  }
  expect((await send(app, `v.ic-${name.slice(4)}@pão.test`)).status).toBe(201)
})

test('422 no-email: an address of blanks alone, and nothing is written', async ({ app }) => {
  for (const email of ['   ', '\t', '']) {
    const refused = await send(app, email)
    expect(await readProblem(refused)).toMatchObject({ status: 422, code: 'no-email' })
  }
})

test('another letter case or a subaddress is the same address', async ({ app }) => {
  const name = `mixed-${randomUUID()}`
  const spellings = [
    `${name}@limits.test`,
    `${name.toUpperCase()}@limits.test`,
    `${name}@LIMITS.TEST`,
    `${name}+one@limits.test`,
    `${name}+Two+three@Limits.Test`,
  ]
  for (const email of spellings) expect((await send(app, email)).status).toBe(201)
  expect((await send(app, `${name}+six@limits.test`)).status).toBe(429)
  expect((await send(app, `${name}x@limits.test`)).status).toBe(201)
})

test('eight transactions at once open exactly five records for one address', async ({ app }) => {
  const email = freshAddress()
  const ids = await Promise.all(Array.from({ length: 8 }, () => createTransaction(app, { email })))
  const answers = await Promise.all(
    ids.map((id) => app.call('POST', `/v1/transaction/${id}/emails/tokens`)),
  )
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429])
})

test('the window of an address goes by wall time: a transaction’s clock moves nothing', async ({
  app,
}) => {
  const email = freshAddress()
  await sendMany(app, email, 5)
  const id = await createTransaction(app, { email })
  await moveClock(app.db, id, 48 * 3_600_000)
  expect((await app.call('POST', `/v1/transaction/${id}/emails/tokens`)).status).toBe(429)
})

test('tenants and modes have counts of their own', async ({ app }) => {
  const email = freshAddress()
  await sendMany(app, email, 5)
  expect((await send(app, email)).status).toBe(429)
  expect((await send(app, email, { tenant: 'globex' })).status).toBe(201)
  expect((await send(app, email, { mode: 'live' })).status).toBe(201)
})

test('a credential asks for so many in a minute, and another one has its own', async ({ db }) => {
  const messaging = silentMessaging({ emailsPerMinute: 2 })
  const app = await createTestApp(db, undefined, { messaging })
  const claims = { tenant: randomUUID() }
  for (let n = 0; n < 2; n += 1) expect((await send(app, freshAddress(), claims)).status).toBe(201)
  const refused = await send(app, freshAddress(), claims)
  expect(await readProblem(refused)).toMatchObject({ status: 429, code: 'limit-reached' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await send(app, freshAddress(), { tenant: randomUUID() })).status).toBe(201)
})

test('a key that a credential used too soon gets its message when the minute has passed', async ({
  db,
}) => {
  const messaging = silentMessaging({ emailsPerMinute: 1 })
  const app = await createTestApp(db, undefined, { messaging })
  const claims = { tenant: randomUUID() }
  const id = await createTransaction(app, { email: freshAddress() }, claims)
  const headers = { 'idempotency-key': `"${randomUUID()}"` }
  const ask = () => app.call('POST', `/v1/transaction/${id}/emails/tokens`, { claims, headers })
  await send(app, freshAddress(), claims)
  expect((await ask()).status).toBe(429)
  const now = performance.now.bind(performance)
  using _ = vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000)
  expect((await ask()).status).toBe(201)
})

test('422: a mailbox that a mail server does not know gets nothing more of the tenant, until it is lifted', async ({
  app,
}) => {
  const claims = {
    tenant: randomUUID(),
    mode: 'live',
    scope: 'transactions:write messages:write',
  } as const
  const email = freshAddress()
  expect((await send(app, email, claims)).status).toBe(201)
  const [row] = await app.db.select().from(challenges).orderBy(desc(challenges.id)).limit(1)
  const to = returnPath(createMacs(app.sealer)(bounceLabel)[0], row?.id ?? '', 'bounce.test')
  const bounce = async (status: string) => {
    const body = writeReport({ to, recordId: row?.id ?? '', action: 'failed', status })
    const headers = {
      authorization: '',
      'content-type': 'message/rfc822',
      'delivered-to-address': to,
    }
    expect((await app.call('POST', '/hooks/email/bounces', { body, headers })).status).toBe(202)
  }
  await bounce('5.7.26')
  expect((await send(app, email, claims)).status).toBe(201)
  await bounce('5.1.1')
  for (const spelling of [email, email.toUpperCase()])
    expect(await readProblem(await send(app, spelling, claims))).toMatchObject({
      status: 422,
      code: 'no-email',
    })
  expect((await send(app, email, { ...claims, tenant: randomUUID() })).status).toBe(201)
  const found = await app.call('POST', '/v1/suppressions/search', { body: { email }, claims })
  const [suppression] = await found.json()
  expect(suppression).toMatchObject({ channel: 'email', reason: 'recipient' })
  expect((await app.call('DELETE', `/v1/suppressions/${suppression.id}`, { claims })).status).toBe(
    204,
  )
  expect((await send(app, email, claims)).status).toBe(201)
})

// putRelationship, holdTransaction, readHold, liftHold: what keeps a transaction though its erasure is asked for.
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { legalHolds } from '#src/journey/erasure/table.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp, testIssuer } from '#test/support/app.ts'
import { everyScope } from '#test/support/token.ts'
import { createTransaction, moveClock, readProblem, unknownId } from '#test/support/transactions.ts'

const test = testOn((db) =>
  createTestApp(db, undefined, { issuers: [testIssuer({ people: true })] }),
)

const someone = () => ({ tenant: `t-${randomUUID()}`, scope: everyScope, sub: 'ana' })
type Who = ReturnType<typeof someone>

const hold = ({ call }: TestApp, id: string, claims: Who, body: object = {}) =>
  call('PUT', `/v1/transaction/${id}/hold`, { claims, body: { reason: 'Order 7', ...body } })
const read = ({ call }: TestApp, id: string, claims: Who) =>
  call('GET', `/v1/transaction/${id}/hold`, { claims })
const lift = ({ call }: TestApp, id: string, claims: Who) =>
  call('DELETE', `/v1/transaction/${id}/hold`, { claims })
const erase = ({ call }: TestApp, id: string, claims: Who) =>
  call('DELETE', `/v1/transaction/${id}`, { claims })

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

test('200, 409: a hold is read, and under it nothing is erased; 202, 204: two people lift it', async ({
  app,
  db,
}) => {
  const claims = someone()
  const bruno = { ...claims, sub: 'bruno' }
  const id = await createTransaction(app, {}, claims)
  expect((await read(app, id, claims)).status).toBe(404)
  const held = await hold(app, id, claims)
  const said = await held.json()
  expect([held.status, said]).toEqual([200, { reason: 'Order 7', setAt: expect.any(String) }])
  expect(await (await read(app, id, claims)).json()).toEqual(said)
  expect(await readProblem(await erase(app, id, claims))).toMatchObject({
    status: 409,
    code: 'legal-hold',
  })
  expect((await app.call('GET', `/v1/transaction/${id}`, { claims })).status).toBe(200)
  const [row] = await db.select().from(legalHolds).where(eq(legalHolds.transactionId, id))
  expect(row?.reason.includes('Order')).toBe(false)
  const first = await lift(app, id, claims)
  expect([first.status, await first.json()]).toEqual([202, { awaiting: 'second' }])
  expect((await lift(app, id, claims)).status).toBe(202)
  expect((await erase(app, id, claims)).status).toBe(409)
  expect((await lift(app, id, bruno)).status).toBe(204)
  expect((await lift(app, id, bruno)).status).toBe(404)
  expect((await read(app, id, claims)).status).toBe(404)
  expect((await erase(app, id, claims)).status).toBe(202)
})

test('200: a hold is prolonged by whoever asks, never shortened, and over when its time is', async ({
  app,
  db,
}) => {
  const claims = someone()
  const id = await createTransaction(app, {}, claims)
  const [ten, five, twenty] = [inDays(10), inDays(5), inDays(20)]
  const untilOf = async (until: string) => (await (await hold(app, id, claims, { until })).json()).until // prettier-ignore
  expect(await untilOf(ten)).toBe(ten)
  expect(await untilOf(five)).toBe(ten)
  expect(await untilOf(twenty)).toBe(twenty)
  expect((await erase(app, id, claims)).status).toBe(409)
  expect(await (await read(app, id, claims)).json()).toMatchObject({ until: twenty })
  await moveClock(db, id, 21 * day)
  expect((await read(app, id, claims)).status).toBe(404)
  expect((await lift(app, id, claims)).status).toBe(404)
  expect((await erase(app, id, claims)).status).toBe(202)
})

test('400: a hold that would be over already is none', async ({ app }) => {
  const claims = someone()
  const id = await createTransaction(app, {}, claims)
  for (const until of ['2020-01-01T00:00:00Z', inDays(-1)]) {
    const problem = await readProblem(await hold(app, id, claims, { until }))
    expect(problem).toMatchObject({ status: 400, errors: [{ pointer: '#/until' }] })
  }
  expect((await erase(app, id, claims)).status).toBe(202)
})

test('202: who asked to lift a hold has not asked to lift the next', async ({ app }) => {
  const claims = someone()
  const bruno = { ...claims, sub: 'bruno' }
  const id = await createTransaction(app, {}, claims)
  await hold(app, id, claims)
  expect((await lift(app, id, claims)).status).toBe(202)
  await hold(app, id, claims, { reason: 'Order 8, of another court' })
  expect((await lift(app, id, bruno)).status).toBe(202)
  expect((await erase(app, id, claims)).status).toBe(409)
  expect((await lift(app, id, claims)).status).toBe(204)
})

test('of a hold and an erasure at once one comes first, and the other is told', async ({ app }) => {
  const claims = someone()
  for (let round = 0; round < 4; round += 1) {
    const id = await createTransaction(app, {}, claims)
    const [held, gone] = await Promise.all([hold(app, id, claims), erase(app, id, claims)])
    expect([
      [200, 409],
      [404, 202],
    ]).toContainEqual([held.status, gone.status])
  }
})

test('200: a relationship is said, and said anew; 400 for a class that is none', async ({
  app,
}) => {
  const claims = someone()
  const id = await createTransaction(app, {}, claims)
  const put = (body: object) =>
    app.call('PUT', `/v1/transaction/${id}/relationship`, { claims, body })
  expect(await (await put({ class: 'fraud' })).json()).toEqual({ class: 'fraud' })
  const ended = await put({ class: 'customer', endedAt: '2026-11-20T03:00:00+03:00' })
  expect(await ended.json()).toEqual({ class: 'customer', endedAt: '2026-11-20T00:00:00.000Z' })
  expect((await put({ class: 'friend' })).status).toBe(400)
  expect((await put({})).status).toBe(400)
  expect((await hold(app, id, claims, { reason: ' ' })).status).toBe(400)
})

test('403: a program alone lifts no hold, and each operation names its scope', async ({
  db,
  app,
}) => {
  const claims = someone()
  const id = await createTransaction(app, {}, claims)
  await hold(app, id, claims)
  const programs = await createTestApp(db, app.sealer)
  expect(await readProblem(await lift(programs, id, claims))).toMatchObject({
    status: 403,
    code: 'person-needed',
  })
  const poor = { ...claims, scope: 'transactions:read' }
  for (const [refused, scope] of [
    [await hold(app, id, poor), 'data:hold'],
    [await read(app, id, poor), 'data:hold'],
    [await lift(app, id, poor), 'data:hold'],
    [
      await app.call('PUT', `/v1/transaction/${id}/relationship`, {
        claims: poor,
        body: { class: 'customer' },
      }),
      'transactions:write',
    ],
  ] as const)
    expect(await readProblem(refused)).toMatchObject({ status: 403, scope })
})

test('404: unknown, and another tenant’s', async ({ app, db }) => {
  const id = await createTransaction(app)
  const body = { class: 'customer' }
  for (const [claims, which] of [
    [someone(), id],
    [someone(), unknownId],
  ] as const) {
    expect((await hold(app, which, claims)).status).toBe(404)
    expect((await read(app, which, claims)).status).toBe(404)
    expect((await lift(app, which, claims)).status).toBe(404)
    const said = await app.call('PUT', `/v1/transaction/${which}/relationship`, { claims, body })
    expect(said.status).toBe(404)
  }
  const [row] = await db.execute(sql`select 1 from legal_hold where transaction_id = ${id}`)
  expect(row).toBeUndefined()
})

// queryPack: GET and HEAD /v1/packs/{packName}/{transactionId}, without a workflow at work.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { packActivities } from '#activities/packs.ts'
import type { Db } from '#src/db/client.ts'
import { createLog } from '#src/log.ts'
import { createBreakers } from '#src/outbound/breaker.ts'
import { findLatestRun } from '#src/packs/store.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { silentMessaging } from '#test/support/messaging.ts'
import { createBody, person } from '#test/support/person.ts'
import { countRows, createTransaction, readProblem, unknownId } from '#test/support/transactions.ts'
import { test } from '#test/db/fixture.ts'

const pathOf = (id: string, pack = 'basic') => `/v1/packs/${pack}/${id}`

const query = ({ call }: TestApp, id: string, wait = 0) =>
  call('GET', pathOf(id), { headers: { prefer: `wait=${wait}` } })

/** What the workflow does for a run of `basic`. */
async function complete(db: Db, sealer: Sealer, id: string): Promise<void> {
  const run = await findLatestRun(db, id, 'basic')
  if (!run) throw new Error('the pack has been started')
  const { accounts } = silentMessaging()
  const activities = packActivities({
    db,
    sealer,
    log: await createLog('silent', 'test'),
    emailProviders: { sandbox: undefined, live: undefined },
    email: { from: '', bounceDomain: '', returnPath: () => '', brand: '', publicBaseUrl: '' },
    messaging: { accounts, brand: '', publicBaseUrl: '', countries: ['BR'] },
    breakers: createBreakers(),
    idleMs: 0,
    historyMax: 0,
  })
  await activities.runModule({
    id,
    ref: run.id,
    module: 'score',
    deadlineSeconds: null,
    ending: null,
  })
  await activities.endPack({ id, ref: run.id, skipped: [], stopReason: null, status: 'completed' })
}

test('GET 200: starts the pack, and answers with what there is', async ({ db }) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  const answer = await query(app, id)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({
    createdAt: expect.stringMatching(/Z$/),
    status: 'processing',
    packVersion: 1,
    transaction: expect.objectContaining({ id, document: '52998224725' }),
    score: { moduleStatus: 'pending', results: [] },
  })
  expect(app.nudged).toHaveLength(2)
  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()
  expect(timeline.at(-1)).toMatchObject({ kind: 'pack-started', outcome: 'basic@1' })
})

test('GET 404: a name that no pack can have is unknown like any other', async ({ db }) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  for (const name of ['nothing', 'x'.repeat(101), '%00', 'basic%00']) {
    const answer = await app.call('GET', pathOf(id, name))
    expect(await readProblem(answer)).toMatchObject({ status: 404, code: 'not-found' })
  }
})

test('GET 200: a pack that runs is not started again, with and without a slash', async ({ db }) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  const first = await (await query(app, id)).json()
  const before = await countRows(db)
  const headers = { prefer: 'wait=0' }
  const again = await app.call('GET', `${pathOf(id)}/`, { headers })
  expect(await again.json()).toEqual(first)
  expect(await countRows(db)).toEqual(before)
})

test('GET 200: eight first queries at once start one run', async ({ db }) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  const before = await countRows(db)
  const answers = await Promise.all(Array.from({ length: 8 }, () => query(app, id)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const after = await countRows(db)
  expect(after['pack_run']).toBe((before['pack_run'] ?? 0) + 1)
  expect(after['journal']).toBe((before['journal'] ?? 0) + 1)
})

test('GET 200: a completed pack has its results, and answers without waiting', async ({ db }) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  await query(app, id)
  await complete(db, app.sealer, id)
  const begun = performance.now()
  const body = await (await query(app, id, 30)).json()
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect(body).toMatchObject({ status: 'completed', score: { moduleStatus: 'completed' } })
  expect(body.score.results).toHaveLength(1)
  const [{ value, reason }] = body.score.results
  expect(value).toBeGreaterThanOrEqual(0)
  expect(value).toBeLessThanOrEqual(100)
  expect(reason).toEqual(expect.any(String))
})

test('GET 200: a query that waits answers as soon as the run has ended', async ({ db }) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  await query(app, id)
  const begun = performance.now()
  const waiting = query(app, id, 30)
  await sleep(300)
  await complete(db, app.sealer, id)
  expect(await (await waiting).json()).toMatchObject({ status: 'completed' })
  expect(performance.now() - begun).toBeLessThan(15_000)
})

test('GET 200: Prefer says how long it waits; what is no number of seconds is ignored', async ({
  db,
}) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  const measure = async (prefer: string) => {
    const begun = performance.now()
    const answer = await app.call('GET', pathOf(id), { headers: { prefer } })
    expect(answer.status).toBe(200)
    return performance.now() - begun
  }
  expect(await measure('respond-async, wait=1')).toBeGreaterThanOrEqual(990)
  expect(await measure('wait=-1')).toBeGreaterThanOrEqual(1_990)
})

test('GET 200: the transaction as packs spell it, its vehicle with capitals', async ({ db }) => {
  const app = await createTestApp(db)
  const created = await app.call('POST', '/v1/transaction', { body: createBody() })
  const { id } = await created.json()
  const { transaction } = await (await query(app, id)).json()
  expect(transaction).not.toHaveProperty('vehicle')
  expect(transaction).toMatchObject({
    id,
    name: person.name,
    phones: expect.any(Array),
    Vehicle: {
      ProposedDate: '2026-11-21T00:00:00',
      VehicleLicensePlate: person.licensePlate,
      StoreState: 'SP',
      LicensePlateState: 'MG',
      VehicleRegistrationState: 'RJ',
      FinancingAmount: 30000.5,
      MarketValue: 45999.12,
      VehicleManufacturingYear: 2021,
    },
  })
})

test('HEAD 404 before the pack has run, and it starts nothing; 200 after', async ({ db }) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  const before = await countRows(db)
  const headers = { prefer: 'wait=0' }
  expect((await app.call('HEAD', pathOf(id), { headers })).status).toBe(404)
  expect(await countRows(db)).toEqual(before)
  await query(app, id)
  const answer = await app.call('HEAD', pathOf(id), { headers })
  expect([answer.status, await answer.text()]).toEqual([200, ''])
})

test('GET 404: an unknown pack and an unknown transaction, and nothing is started', async ({
  db,
}) => {
  const app = await createTestApp(db)
  const id = await createTransaction(app)
  const before = await countRows(db)
  for (const path of [pathOf(id, 'nothing'), pathOf(id, 'Basic'), pathOf(unknownId)]) {
    const answer = await app.call('GET', path)
    expect(answer.status).toBe(404)
    expect(await readProblem(answer)).toMatchObject({ code: 'not-found' })
  }
  expect(await countRows(db)).toEqual(before)
})

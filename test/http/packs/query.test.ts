// queryPack: GET and HEAD /v1/packs/{packName}/{transactionId}, with Temporal away.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { commitOn } from '#src/journey/commit/commit.ts'
import { type TestApp } from '#test/support/app.ts'
import { createBody, person } from '#test/support/person.ts'
import { countRows, createTransaction, readProblem, unknownId } from '#test/support/transactions.ts'
import { note } from '#test/db/packs/stage.ts'
import { test } from '#test/support/app-fixture.ts'
import { openTried } from './tried.ts'

const pathOf = (id: string, pack = 'basic') => `/v1/packs/${pack}/${id}`

const query = ({ call }: TestApp, id: string, wait = 0) =>
  call('GET', pathOf(id), { headers: { prefer: `wait=${wait}` } })

test('GET 200: a pack of computed modules is started and completed by that very request', async ({
  app,
  id,
}) => {
  const answer = await query(app, id)
  expect(answer.status).toBe(200)
  const score = {
    moduleStatus: 'completed',
    results: [
      {
        value: 55,
        reason: 'Dígitos verificadores do documento corretos',
        createdAt: expect.stringMatching(/Z$/),
        reasons: [expect.objectContaining({ code: 'document-check-digits-hold' })],
        band: 'risco médio',
        scorecard: 'identity@2',
        // Nobody was asked: the score says so.
        partly: true,
        missing: expect.arrayContaining(['checks.sanctioned', 'device.status']),
      },
    ],
  }
  expect(await answer.json()).toEqual({
    createdAt: expect.stringMatching(/Z$/),
    runId: expect.any(String),
    status: 'completed',
    packVersion: 1,
    transaction: expect.objectContaining({ id, document: '52998224725' }),
    score,
    steps: { score: { module: 'score', ...score } },
  })
  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()
  expect(timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
    'transaction-created',
    'pack-started',
    'module-started',
    'score-computed',
    'module-completed',
    'pack-ended',
  ])
  expect(timeline[1]).toMatchObject({ outcome: 'basic@1' })
  expect(app.nudged).toEqual([])
})

test('GET 404: a name that no pack can have is unknown like any other', async ({ app, id }) => {
  for (const name of ['nothing', 'x'.repeat(101), '%00', 'basic%00']) {
    const answer = await app.call('GET', pathOf(id, name))
    expect(await readProblem(answer)).toMatchObject({
      status: 404,
      code: expect.stringMatching(/^(no-pack|not-found)$/),
    })
  }
})

test('GET 200: a pack that runs is not started again, with and without a slash', async ({
  app,
  id,
}) => {
  const first = await (await query(app, id)).json()
  const before = await countRows(app.db)
  const headers = { prefer: 'wait=0' }
  const again = await app.call('GET', `${pathOf(id)}/`, { headers })
  expect(await again.json()).toEqual(first)
  expect(await countRows(app.db)).toEqual(before)
})

test('GET 200: eight first queries at once start one run', async ({ app, id }) => {
  const before = await countRows(app.db)
  const answers = await Promise.all(Array.from({ length: 8 }, () => query(app, id)))
  const bodies = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(bodies).size).toBe(1)
  const after = await countRows(app.db)
  expect(after['pack_run']).toBe((before['pack_run'] ?? 0) + 1)
  expect(after['score']).toBe((before['score'] ?? 0) + 1)
})

test('GET 200: a query that waits answers as soon as the run has ended', async ({ db }) => {
  const { app, path, id, sent } = await openTried(db, 'opens')
  const begun = performance.now()
  const waiting = app.call('GET', path, { headers: { prefer: 'wait=30' } })
  await sleep(300)
  sent.add(id)
  await commitOn(app.deps, id, async (_tx, locked) => note(locked))
  expect(await (await waiting).json()).toMatchObject({ status: 'completed' })
  expect(performance.now() - begun).toBeLessThan(15_000)
})

test('GET 200: a run that only the client can go on with is not waited for', async ({ db }) => {
  const { app, path } = await openTried(db, 'waits')
  const begun = performance.now()
  const answer = await app.call('GET', path, { headers: { prefer: 'wait=30' } })
  expect(await answer.json()).toMatchObject({
    status: 'processing',
    tried: { moduleStatus: 'processing', results: [] },
  })
  expect(performance.now() - begun).toBeLessThan(10_000)
})

test('GET 200: Prefer says how long it waits; what is no number of seconds is ignored', async ({
  db,
}) => {
  const { app, path } = await openTried(db, 'opens')
  const measure = async (prefer: string) => {
    const begun = performance.now()
    const answer = await app.call('GET', path, { headers: { prefer } })
    expect(answer.status).toBe(200)
    return performance.now() - begun
  }
  expect(await measure('respond-async, wait=1')).toBeGreaterThanOrEqual(990)
  expect(await measure('wait=-1')).toBeGreaterThanOrEqual(1_990)
})

test('GET 429: an agenda that is full takes no further run, and a run that is there is shown', async ({
  db,
}) => {
  const { app, path, id, fill } = await openTried(db, 'waits')
  await query(app, id)
  await commitOn(app.deps, id, async (_tx, locked) => fill(locked, 49))
  expect((await query(app, id)).status).toBe(200)
  const refused = await app.call('GET', path)
  expect(refused.status).toBe(429)
  expect(await readProblem(refused)).toMatchObject({ code: 'limit-reached' })
  const posted = await app.call('POST', path, { body: {} })
  expect(posted.status).toBe(429)
})

test('GET 503: a run whose module only a newer process knows is asked for again later', async ({
  db,
}) => {
  const { app, path, name } = await openTried(db, 'unknown')
  const answer = await app.call('GET', path)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  const id = await createTransaction(app)
  expect((await app.call('HEAD', `/v1/packs/${name}/${id}`)).status).toBe(404)
})

test('GET 200: the transaction as packs spell it, its vehicle with capitals', async ({ app }) => {
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

test('HEAD 404 before the pack has run, and it starts nothing; 200 after', async ({ app, id }) => {
  const before = await countRows(app.db)
  const headers = { prefer: 'wait=0' }
  expect((await app.call('HEAD', pathOf(id), { headers })).status).toBe(404)
  expect(await countRows(app.db)).toEqual(before)
  await query(app, id)
  const answer = await app.call('HEAD', pathOf(id), { headers })
  expect([answer.status, await answer.text()]).toEqual([200, ''])
})

test('GET 404: an unknown pack and an unknown transaction, and nothing is started', async ({
  app,
  id,
}) => {
  const before = await countRows(app.db)
  for (const path of [pathOf(id, 'nothing'), pathOf(id, 'Basic'), pathOf(unknownId)]) {
    const answer = await app.call('GET', path)
    expect(answer.status).toBe(404)
    const { code } = await readProblem(answer)
    expect(code).toBe(path === pathOf(unknownId) ? 'not-found' : 'no-pack')
  }
  expect(await countRows(app.db)).toEqual(before)
})

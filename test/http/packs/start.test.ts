// startPack: POST /v1/packs/{packName}/{transactionId}.
import { expect } from 'vitest'
import {
  countRows,
  createTransaction,
  moveClock,
  readProblem,
  unknownId,
} from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'
import { openTried } from './tried.ts'

const pathOf = (id: string, pack = 'basic') => `/v1/packs/${pack}/${id}`

test.for([
  ['the version that was chosen', { version: 1 }],
  ['the live version without one', {}],
  ['the live version without a body', undefined],
] as const)('202: starts %s, and says so', async ([, body], { app, id }) => {
  const answer = await app.call('POST', pathOf(id), body && { body })
  expect(answer.status).toBe(202)
  expect(await answer.json()).toMatchObject({
    status: 'completed',
    packVersion: 1,
    transaction: { id },
    score: { moduleStatus: 'completed', results: [{ value: 55 }] },
  })
  expect(app.nudged).toEqual([])
})

test('202: what waits is open when it is answered, and its workflow is nudged', async ({ db }) => {
  const { app, path, id } = await openTried(db, 'waits')
  const answer = await app.call('POST', path, { body: {} })
  expect(await answer.json()).toMatchObject({
    status: 'processing',
    tried: { moduleStatus: 'processing', results: [] },
  })
  expect(app.nudged).toMatchObject([{ id }])
})

test('202: each start is a run of its own, and a query shows the latest', async ({ app, id }) => {
  const before = await countRows(app.db)
  await app.call('POST', pathOf(id), { body: {} })
  const second = await (await app.call('POST', `${pathOf(id)}/`, { body: {} })).json()
  const headers = { prefer: 'wait=0' }
  const shown = await (await app.call('GET', pathOf(id), { headers })).json()
  expect(shown.createdAt).toBe(second.createdAt)
  expect((await countRows(app.db))['pack_run']).toBe((before['pack_run'] ?? 0) + 2)
})

test.for([
  ['{"version":"1"}', 'type'],
  ['{"version":0}', 'too-small'],
  ['{"version":1.5}', 'type'],
  ['{"version":null}', 'type'],
  ['{"version":2147483648}', 'too-big'],
] as const)('400: %s starts nothing', async ([body, code], { app, id }) => {
  const before = await countRows(app.db)
  const answer = await app.call('POST', pathOf(id), { body })
  expect(answer.status).toBe(400)
  expect(await readProblem(answer)).toMatchObject({ errors: [{ pointer: '#/version', code }] })
  expect(await countRows(app.db)).toEqual(before)
})

test('404: an unknown pack, version or transaction, and nothing is started', async ({
  app,
  id,
}) => {
  const before = await countRows(app.db)
  const unknown = [
    [pathOf(id, 'nothing'), {}, 'no-pack'],
    [pathOf(id), { version: 200 }, 'no-version'],
    [pathOf(id), { version: 2_147_483_647 }, 'no-version'],
    [pathOf(unknownId), {}, 'not-found'],
    [pathOf(id, 'x'.repeat(101)), {}, expect.any(String)],
    [pathOf(id, '%00'), {}, expect.any(String)],
    [pathOf(id, 'basic%00'), {}, expect.any(String)],
  ] as const
  for (const [path, body, code] of unknown) {
    const answer = await app.call('POST', path, { body })
    expect(answer.status).toBe(404)
    expect(await readProblem(answer)).toMatchObject({ code })
  }
  expect(await countRows(app.db)).toEqual(before)
})

test('429: the 21st run within 60 minutes of the clock, with Retry-After; each transaction for itself', async ({
  app,
}) => {
  const [id, other] = [await createTransaction(app), await createTransaction(app)]
  const start = (one: string) => app.call('POST', pathOf(one), { body: {} })
  const query = () => app.call('GET', pathOf(id), { headers: { prefer: 'wait=0' } })
  await query()
  for (let n = 0; n < 19; n++) expect((await start(id)).status).toBe(202)
  const before = await countRows(app.db)
  const refused = await start(id)
  expect(refused.status).toBe(429)
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(3_500)
  expect(wait).toBeLessThanOrEqual(3_600)
  expect(await readProblem(refused)).toMatchObject({ code: 'limit-reached' })
  expect(await countRows(app.db)).toEqual(before)
  expect((await start(other)).status).toBe(202)
  expect((await query()).status).toBe(200)
  await moveClock(app.db, id, wait * 1_000)
  expect((await start(id)).status).toBe(202)
})

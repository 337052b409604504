// readPackStatistics: GET /v1/packs/{packName}/statistics.
import { expect } from 'vitest'
import { createTransaction } from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

const scope = 'reports:read'

test('200: the runs and modules of the caller, those of another tenant not among them', async ({
  app,
}) => {
  const claims = { tenant: 'statistics', scope }
  const id = await createTransaction(app, {}, claims)
  await app.call('GET', `/v1/packs/basic/${id}`, { claims })
  const answer = await app.call('GET', '/v1/packs/basic/statistics?days=1', { claims })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    name: 'basic',
    runs: [{ version: 1, status: 'completed', count: 1 }],
    modules: [{ module: 'score', count: 1, failures: 0 }],
  })
  const other = await app.call('GET', '/v1/packs/basic/statistics', {
    claims: { tenant: 'nobody', scope },
  })
  expect(await other.json()).toMatchObject({ runs: [], modules: [] })
})

test.for(['0', '91', 'x', '1.5'])('400: days=%s', async (days, { app }) => {
  expect(
    (await app.call('GET', `/v1/packs/basic/statistics?days=${days}`, { claims: { scope } }))
      .status,
  ).toBe(400)
})

test('404: a pack that nobody has published', async ({ app }) => {
  expect((await app.call('GET', '/v1/packs/nope/statistics', { claims: { scope } })).status).toBe(
    404,
  )
})

test('403: without its scope', async ({ app }) => {
  const answer = await app.call('GET', '/v1/packs/basic/statistics')
  expect([answer.status, (await answer.json()).scope]).toEqual([403, scope])
})

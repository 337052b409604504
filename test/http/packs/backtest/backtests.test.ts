// listPackBacktests: GET /v1/packs/{packName}/backtests.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { readProblem } from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

const path = '/v1/packs/basic/backtests'

test('200: those of the caller’s pack, the newest first, and of no other pack, mode or tenant', async ({
  app,
}) => {
  const claims = { tenant: `t-${randomUUID()}`, scope: 'packs:write reports:read' }
  const ids: string[] = []
  for (const body of [{ version: 1 }, { version: 1, against: 1, limit: 5 }]) {
    const started = await app.call('POST', path, { body, claims })
    ids.unshift((await started.json()).id)
  }
  const answer = await app.call('GET', path, { claims })
  expect(answer.status).toBe(200)
  const { backtests } = await answer.json()
  expect(backtests.map(({ id }: { id: string }) => id)).toEqual(ids)
  expect(backtests[0]).toMatchObject({
    status: 'running',
    progress: 0,
    version: 1,
    against: 1,
    compared: 0,
  })
  for (const other of [{ tenant: `t-${randomUUID()}` }, { mode: 'live' as const }])
    expect(await (await app.call('GET', path, { claims: { ...claims, ...other } })).json()).toEqual(
      { backtests: [] },
    )
  const of = await app.call('GET', '/v1/packs/link/backtests', { claims })
  expect(await of.json()).toEqual({ backtests: [] })
})

test('403: without reports:read', async ({ app }) => {
  const answer = await app.call('GET', path, { claims: { scope: 'packs:write' } })
  expect((await readProblem(answer)).code).toBe('scope-missing')
})

// readPackOutcomes: GET /v1/pack-outcomes.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createTransaction, readProblem } from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

const path = '/v1/pack-outcomes'

test('200: what became of the runs of each pack of the caller, by outcome, those that are open apart', async ({
  app,
}) => {
  const tenant = `t-${randomUUID()}`
  const claims = { tenant, scope: 'reports:read packs:write packs:live transactions:write' }
  const ending = { kind: 'stop', outcome: 'approved', reason: 'all' }
  const asking = { kind: 'wait', id: 'told', signal: { type: 'object' } }
  const publish = (name: string, root: object) =>
    app.call('POST', `/v1/packs/${name}/versions`, { body: { root }, claims })
  await publish('ends', ending)
  await publish('waits', asking)
  const id = await createTransaction(app, {}, claims)
  for (const name of ['ends', 'waits', 'basic'])
    await app.call('POST', `/v1/packs/${name}/${id}`, { body: {}, claims })
  const answer = await app.call('GET', path, { claims })
  expect(answer.status).toBe(200)
  const { packs } = await answer.json()
  const of = (wanted: string) => packs.find(({ name }: { name: string }) => name === wanted)
  expect(of('ends')).toEqual({ name: 'ends', runs: 1, open: 0, failed: 0, outcomes: [{ outcome: 'approved', count: 1 }] }) // prettier-ignore
  expect(of('waits')).toEqual({ name: 'waits', runs: 1, open: 1, failed: 0, outcomes: [] })
  expect(of('basic')).toMatchObject({ runs: 1 })
  expect(of('onboarding')).toEqual({ name: 'onboarding', runs: 0, open: 0, failed: 0, outcomes: [] }) // prettier-ignore
  const other = await (
    await app.call('GET', `${path}?days=1`, { claims: { ...claims, tenant: `t-${randomUUID()}` } })
  ).json()
  expect(other.packs.map(({ name }: { name: string }) => name)).not.toContain('ends')
  expect(other.packs.every(({ runs }: { runs: number }) => runs === 0)).toBe(true)
  const live = await (await app.call('GET', path, { claims: { ...claims, mode: 'live' } })).json()
  expect(live.packs.every(({ runs }: { runs: number }) => runs === 0)).toBe(true)
})

test('400: days=0, and 403 without reports:read', async ({ app }) => {
  const reader = { claims: { scope: 'transactions:read' } }
  expect((await app.call('GET', `${path}?days=0`, { claims: { scope: 'reports:read' } })).status).toBe(400) // prettier-ignore
  expect((await readProblem(await app.call('GET', path, reader))).code).toBe('scope-missing')
})

// listPackRuns, listTransactionPackRuns, readTransactionPackRun, endPackRun: runs that were, and runs that are ended.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createTransaction, readProblem, unknownId } from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'
import { openTried } from '../tried.ts'

const claims = { scope: 'packs:write packs:live reports:read' }

test('200: an earlier run is read by its id as it was, and each answer says which run it is', async ({
  app,
  id,
}) => {
  const path = `/v1/packs/basic/${id}`
  const first = await (await app.call('GET', path)).json()
  const second = await (await app.call('POST', path, { body: {} })).json()
  expect(second.runId).not.toBe(first.runId)
  const read = await app.call('GET', `${path}/runs/${first.runId}`)
  expect([read.status, await read.json()]).toEqual([200, first])
  const { runs } = await (await app.call('GET', `${path}/runs`)).json()
  expect(runs).toMatchObject([
    { runId: second.runId, transactionId: id, status: 'completed', packVersion: 1 },
    { runId: first.runId, waitingFor: [] },
  ])
  expect((await app.call('GET', `${path}/runs/${unknownId}`)).status).toBe(404)
  expect((await app.call('GET', `/v1/packs/link/${id}/runs/${first.runId}`)).status).toBe(404)
  expect((await app.call('GET', `/v1/packs/basic/${unknownId}/runs`)).status).toBe(404)
  const others = { claims: { tenant: 'other' } }
  expect((await app.call('GET', `${path}/runs/${first.runId}`, others)).status).toBe(404)
  expect((await app.call('GET', `${path}/runs`, others)).status).toBe(404)
})

test('200: a run is ended by whoever started it, keeps that, and nothing more comes of it', async ({
  db,
}) => {
  const { app, id, path, sent } = await openTried(db, 'waits')
  const { runId } = await (await app.call('GET', path, { headers: { prefer: 'wait=0' } })).json()
  const ended = await app.call('DELETE', `${path}/runs/${runId}`)
  expect(ended.status).toBe(200)
  const told = await ended.json()
  expect(told).toMatchObject({ status: 'completed', outcome: 'cancelled', stopReason: 'cancelled' })
  // What comes one second later changes nothing.
  sent.add(id)
  await app.call('POST', `/v1/packs/basic/${id}`, { body: {} })
  expect(await (await app.call('GET', path)).json()).toEqual(told)
  const again = await app.call('DELETE', `${path}/runs/${runId}`)
  expect([again.status, await again.json()]).toEqual([200, told])
  expect((await app.call('DELETE', `${path}/runs/${unknownId}`)).status).toBe(404)
})

test('200: runs are found by outcome, version, state, step and time, page by page', async ({
  app,
}) => {
  const tenant = `found-${randomUUID()}`
  const who = { ...claims, tenant }
  const name = `gate-${randomUUID()}`
  const root = {
    kind: 'sequence',
    steps: [
      { kind: 'module', module: 'score' },
      {
        kind: 'when',
        id: 'notSanctioned',
        condition: '!facts.checks.sanctioned',
        run: { kind: 'stop', outcome: 'approved', reason: 'clean' },
      },
    ],
  }
  await app.call('POST', `/v1/packs/${name}/versions`, { body: { root }, claims: who })
  for (let n = 0; n < 3; n += 1) {
    const id = await createTransaction(app, {}, who)
    expect((await app.call('GET', `/v1/packs/${name}/${id}`, { claims: who })).status).toBe(200)
  }
  const list = async (query: string) => {
    const answer = await app.call('GET', `/v1/packs/${name}/runs?${query}`, { claims: who })
    expect(answer.status).toBe(200)
    return answer.json()
  }
  const first = await list('outcome=review&step=notSanctioned&version=1&status=completed&limit=2')
  expect(first.runs).toMatchObject([
    { outcome: 'review', stopReason: 'unanswered', unansweredStep: 'notSanctioned' },
    { packVersion: 1 },
  ])
  const second = await list(`outcome=review&limit=2&cursor=${encodeURIComponent(first.next)}`)
  expect([second.runs.length, second.next]).toEqual([1, undefined])
  expect((await list('outcome=approved')).runs).toEqual([])
  expect((await list('step=score')).runs).toEqual([])
  expect((await list('startedBefore=2020-01-01T00:00:00Z')).runs).toEqual([])
  expect((await list('startedAfter=2020-01-01T00:00:00Z')).runs).toHaveLength(3)
  const call = (path: string, as: object) => app.call('GET', path, { claims: as })
  expect((await call(`/v1/packs/${name}/runs?cursor=x`, who)).status).toBe(400)
  expect((await call(`/v1/packs/${name}/runs`, { scope: 'packs:write', tenant })).status).toBe(403)
  const none = await call(`/v1/packs/no-such-pack/runs`, who)
  expect([none.status, (await readProblem(none)).code]).toEqual([404, 'no-pack'])
})

// rerunModule: POST /v1/packs/{packName}/{transactionId}/modules/{module}/rerun; and packs that need a scope.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { capabilities } from '#src/main/capabilities.ts'
import { append } from '#src/journey/journal/append.ts'
import { computes, opens } from '#src/journey/capabilities/module.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { made, scanOpened } from '#test/db/packs/stage.ts'
import { test } from '#test/support/app-fixture.ts'
import { createTestApp } from '#test/support/app.ts'
import { createTransaction, readProblem, unknownId } from '#test/support/transactions.ts'
import { definePack, module, sequence } from '#test/support/packs/build.ts'

test('202: a failed module is tried again, and a partial run is open again', async ({ db }) => {
  const says: { result: boolean | 'failed' } = { result: 'failed' }
  const runs = opens(
    async ({ locked, runId }) => void append(locked, { kind: scanOpened, ref: runId }),
    async () => says.result,
  )
  const offered = [...capabilities, { name: 'shaky', module: made('shaky', runs) }]
  const app = await createTestApp(db, undefined, { offered })
  const name = `shaky-${randomUUID()}`
  await publishPacks(db, [definePack(name, 1, sequence(module({ key: 'shaky' })))])
  const id = await createTransaction(app)
  const path = `/v1/packs/${name}/${id}`
  await app.call('GET', path, { headers: { prefer: 'wait=0' } })
  // Any commit looks again.
  await app.call('POST', `/v1/packs/basic/${id}`, { body: {} })
  expect(await (await app.call('GET', path)).json()).toMatchObject({ status: 'partial' })
  says.result = true
  const answer = await app.call('POST', `${path}/modules/shaky/rerun`)
  expect(answer.status).toBe(202)
  expect(await answer.json()).toMatchObject({
    status: 'completed',
    shaky: { moduleStatus: 'completed' },
  })
  const again = await app.call('POST', `${path}/modules/shaky/rerun`)
  expect([again.status, (await readProblem(again)).code]).toEqual([409, 'not-failed'])
})

test('404 and 409 for what has not run, or is not there', async ({ app, id }) => {
  const rerun = (one: string, key = 'score') => `/v1/packs/basic/${one}/modules/${key}/rerun`
  expect((await app.call('POST', rerun(id))).status).toBe(404)
  await app.call('GET', `/v1/packs/basic/${id}`)
  expect((await app.call('POST', rerun(id))).status).toBe(409)
  expect((await app.call('POST', rerun(id, 'nothing'))).status).toBe(409)
  expect((await app.call('POST', rerun(unknownId))).status).toBe(404)
})

test('403: a pack of a scope starts for whoever has it; without it its status alone is shown', async ({
  db,
}) => {
  const secret = {
    ...made(
      'secret',
      computes(async () => {}),
    ),
    scope: 'credit:read' as const,
  }
  const app = await createTestApp(db, undefined, {
    offered: [...capabilities, { name: 'secret', module: secret }],
  })
  const name = `secret-${randomUUID()}`
  await publishPacks(db, [definePack(name, 1, module({ key: 'secret' }))])
  const id = await createTransaction(app)
  const path = `/v1/packs/${name}/${id}`
  expect((await app.call('GET', path)).status).toBe(403)
  expect((await app.call('POST', path, { body: {} })).status).toBe(403)
  const claims = { scope: 'credit:read' }
  expect(await (await app.call('GET', path, { claims })).json()).toMatchObject({
    secret: { moduleStatus: 'completed', results: [{ value: 1 }] },
  })
  const { secret: shown } = await (await app.call('GET', path)).json()
  expect(shown).toEqual({ moduleStatus: 'completed' })
  // A key that somebody else has used, and anybody may guess, shows no more.
  const keyed = { body: {}, headers: { 'idempotency-key': 'start' } }
  const first = await app.call('POST', path, { ...keyed, claims })
  expect((await first.json()).secret).toHaveProperty('results')
  const repeated = await app.call('POST', path, keyed)
  expect(await readProblem(repeated)).toMatchObject({ code: 'idempotency-key-reused' })
  expect((await app.call('POST', path, { ...keyed, claims })).status).toBe(202)
})

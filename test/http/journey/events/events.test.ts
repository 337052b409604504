// readEvents: GET /v1/events
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { writeCursor } from '#src/platform/cursor.ts'
import { test as base } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'

type Told = { id: string; type: string; transactionId: string; seq: number; data: object }
type Suite = { app: TestApp; tenant: string; read: (query?: string) => Promise<Page> }
type Page = { events: Told[]; next: string }

const test = base.extend('suite', async ({ db }): Promise<Suite> => {
  const app = await createTestApp(db)
  const tenant = `t-${randomUUID()}`
  const read = async (query = '') => {
    const claims = { tenant, scope: 'reports:read' }
    const answer = await app.call('GET', `/v1/events${query}`, { claims })
    expect(answer.status).toBe(200)
    return answer.json()
  }
  return { app, tenant, read }
})

test('200: what happened to transactions, by pages, by types, and of no other tenant or mode', async ({
  suite: { app, tenant, read },
}) => {
  const id = await createTransaction(app, {}, { tenant })
  const answer = await app.call('GET', `/v1/packs/basic/${id}`, {
    claims: { tenant },
    headers: { prefer: 'wait=0' },
  })
  expect(answer.status).toBe(200)
  await expect.poll(async () => (await read()).events.length).toBe(2)
  const { events, next } = await read()
  expect(events).toMatchObject([
    { type: 'transaction.created', transactionId: id, seq: 1, data: {} },
    {
      type: 'pack.completed',
      transactionId: id,
      data: { pack: 'basic', version: 1, status: 'completed', run: expect.any(String) },
    },
  ])
  expect(await read(`?after=${next}`)).toMatchObject({ events: [] })
  const first = await read('?limit=1')
  expect(await read(`?limit=1&after=${first.next}`)).toMatchObject({ events: [events[1]] })
  expect(await read('?types=pack.completed,pack.failed')).toMatchObject({ events: [events[1]] })
  for (const claims of [{ tenant: 'other' }, { tenant, mode: 'live' as const }]) {
    const foreign = await app.call('GET', '/v1/events', {
      claims: { ...claims, scope: 'reports:read' },
    })
    expect(await foreign.json()).toMatchObject({ events: [] })
  }
})

test('400, 403, 410: a type that there is not, no scope, a cursor of another database', async ({
  suite: { app, tenant, read },
}) => {
  const ask = async (query: string, scope = 'reports:read') =>
    readProblem(await app.call('GET', `/v1/events${query}`, { claims: { tenant, scope } }))
  expect(await ask('?types=pack.compleated')).toMatchObject({
    status: 400,
    errors: [{ pointer: 'query#/types', code: 'not-allowed' }],
  })
  expect(await ask('?limit=0')).toMatchObject({ status: 400 })
  expect(await ask('?after=1-1')).toMatchObject({ status: 400 })
  expect(await ask('', 'audit:read')).toMatchObject({ status: 403, scope: 'reports:read' })
  const { next } = await read()
  const [origin = '', tx, hex] = next.replace(/\..*/, '').split('-')
  const cursorOf = (position: string) =>
    writeCursor(
      app.sealer,
      { tenant, mode: 'sandbox' },
      { list: 'events', field: 'after' },
      position,
    )
  for (const position of [
    `zz${origin.slice(2)}-${tx}-${hex}`,
    `${origin}-${'9'.repeat(15)}-${hex}`,
  ])
    expect(await ask(`?after=${cursorOf(position)}`)).toMatchObject({
      status: 410,
      code: 'cursor-lost',
    })
})

test('the document describes each type under webhooks, with what its data hold', async ({
  suite: { app },
}) => {
  const { webhooks } = await (await app.call('GET', '/openapi.json')).json()
  // Beside them stands the call of a step, which a tenant's own system answers.
  expect(Object.keys(webhooks)).toHaveLength(app.deps.eventTypes.length + 1)
  const { post } = webhooks['pack.completed']
  expect(post.operationId).toBe('onPackCompleted')
  const { schema } = post.requestBody.content['application/json']
  expect(schema.properties.data.properties).toMatchObject({ run: { type: 'string' }, version: {} })
})

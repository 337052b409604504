// readAudit: GET /v1/audit; and which operations leave a row.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { writeCursor } from '#src/platform/cursor.ts'
import { createTenants } from '#src/platform/tenants/tenants.ts'
import { test as base } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'

type Row = {
  action: string
  object?: string
  requestId: string
  actor: { kind: string; id: string }
}
type Suite = { app: TestApp; tenant: string; read: (query?: string) => Promise<Row[]> }

const test = base.extend('suite', async ({ db }): Promise<Suite> => {
  const app = await createTestApp(db)
  const tenant = `t-${randomUUID()}`
  const read = async (query = '') => {
    const claims = { tenant, scope: 'audit:read' }
    const answer = await app.call('GET', `/v1/audit${query}`, { claims })
    expect(answer.status).toBe(200)
    return (await answer.json()).entries
  }
  return { app, tenant, read }
})

const publish = ({ app, tenant }: Suite, name: string, more: object = {}) =>
  app.call('POST', `/v1/packs/${name}/versions`, {
    body: { root: { kind: 'module', module: 'score' } },
    claims: { tenant, scope: 'packs:write packs:live', sub: 'team', ...more },
    headers: { 'request-id': randomUUID() },
  })

/** What other files of the run have under way in the same server holds rows back for a moment. */
const shown = (read: () => Promise<readonly Row[]>, count: number) =>
  expect.poll(async () => (await read()).length).toBe(count)

test('200: the newest first, by pages to the oldest, and none twice', async ({ suite }) => {
  for (const name of ['one', 'two', 'three']) await publish(suite, name)
  await shown(suite.read, 3)
  const claims = { tenant: suite.tenant, scope: 'audit:read' }
  const seen: unknown[] = []
  let after = ''
  for (let page = 0; page < 3; page += 1) {
    const path = `/v1/audit?order=newest&limit=2${after}`
    const { entries, next } = await (await suite.app.call('GET', path, { claims })).json()
    seen.push(...entries.map(({ object }: Row) => object))
    after = `&after=${next}`
  }
  expect(seen).toEqual(['three', 'two', 'one'])
})

test('200: rows by pages, each with who and by which request, and no other tenant’s', async ({
  suite,
}) => {
  const answers = [await publish(suite, 'one'), await publish(suite, 'two')]
  const ids = answers.map(({ headers }) => headers.get('request-id'))
  const claims = { tenant: suite.tenant, scope: 'audit:read' }
  const page = async (after: string) =>
    (await suite.app.call('GET', `/v1/audit?limit=1${after}`, { claims })).json()
  await shown(suite.read, 2)
  const first = await page('')
  const second = await page(`&after=${first.next}`)
  const third = await page(`&after=${second.next}`)
  expect([first, second, third].map(({ entries }) => entries.length)).toEqual([1, 1, 0])
  expect(third.next).toBe(second.next)
  expect(first.entries[0]).toMatchObject({
    action: 'pack.published',
    object: 'one',
    mode: 'sandbox',
    requestId: ids[0],
    actor: { kind: 'subject', id: expect.stringMatching(/^[\da-f]{32}$/) },
  })
  expect(second.entries[0].actor).toEqual(first.entries[0].actor)
  const other = { tenant: `t-${randomUUID()}`, scope: 'audit:read' }
  const foreign = await suite.app.call('GET', '/v1/audit', { claims: other })
  expect((await foreign.json()).entries).toEqual([])
  const live = await suite.app.call('GET', '/v1/audit', { claims: { ...claims, mode: 'live' } })
  expect((await live.json()).entries).toEqual([])
})

test('filters by action, object, request, actor and time', async ({ suite }) => {
  const made = await publish(suite, 'one')
  await publish(suite, 'two', { sub: 'other' })
  await shown(suite.read, 2)
  const objects = async (query: string) => (await suite.read(query)).map(({ object }) => object)
  expect(await objects('?object=two')).toEqual(['two'])
  expect(await objects(`?requestId=${made.headers.get('request-id')}`)).toEqual(['one'])
  expect(await objects('?action=pack.rolled-out')).toEqual([])
  const [row] = await suite.read('?object=one')
  expect(await objects(`?actor=${row?.actor.id}`)).toEqual(['one'])
  expect(await objects('?since=2100-01-01T00:00:00Z')).toEqual([])
  expect(await objects('?until=2100-01-01T00:00:00Z')).toEqual(['one', 'two'])
})

test('400, 403, 410: a query that does not hold, no scope, a cursor of another database', async ({
  suite: { app, tenant },
}) => {
  const claims = { tenant, scope: 'audit:read' }
  const wrong = await app.call('GET', '/v1/audit?limit=0', { claims })
  expect(wrong.status).toBe(400)
  const refused = await app.call('GET', '/v1/audit', { claims: { tenant } })
  expect(await readProblem(refused)).toMatchObject({ code: 'scope-missing', scope: 'audit:read' })
  const place = { list: 'audit', field: 'after' }
  const ahead = writeCursor(app.sealer, { tenant, mode: 'sandbox' }, place, '900000000000-1')
  const lost = await app.call('GET', `/v1/audit?after=${ahead}`, { claims })
  expect(await readProblem(lost)).toMatchObject({ status: 410, code: 'cursor-lost' })
})

test('a search leaves a row, a refused one does not', async ({ suite: { app, tenant, read } }) => {
  const path = '/v1/suppressions/search'
  const body = { phone: { countryCode: 55, areaCode: 11, number: 987650001 } }
  const claims = { tenant, scope: 'messages:write' }
  expect((await app.call('POST', path, { body, claims })).status).toBe(200)
  expect((await app.call('POST', path, { body: {}, claims })).status).toBe(400)
  await shown(read, 1)
  expect(await read()).toMatchObject([
    { action: 'suppressions.searched', object: 'searchSuppressions' },
  ])
})

test('a whole record leaves a row where the tenant’s settings say so', async ({
  suite: { app, tenant, read },
}) => {
  const id = await createTransaction(app, {}, { tenant })
  const path = `/v1/transaction/${id}`
  await app.call('GET', path, { claims: { tenant } })
  expect(await read()).toEqual([])
  const { tenants } = app.deps
  // The settings of a process are replaced as a reload does it.
  const recording = createTenants(
    { brand: 'Acme' },
    { all: { audit: { records: true } }, tenants: {} },
  )
  Object.assign(tenants, { of: (name: string) => recording.of(name) })
  await app.call('GET', path, { claims: { tenant } })
  await app.call('HEAD', path, { claims: { tenant } })
  await app.call('GET', `/v1/packs/basic/${id}`, { claims: { tenant } })
  await shown(read, 2)
  const [row, pack, ...more] = await read(`?transactionId=${id}`)
  expect(row).toMatchObject({ action: 'record.read', object: 'getTransaction', transactionId: id })
  expect(pack).toMatchObject({ action: 'record.read', object: 'queryPack', transactionId: id })
  expect(more).toEqual([])
})

test('entries of a timeline and lines of the access log name the request, the log whom and what', async ({
  suite: { app, tenant },
}) => {
  const requestId = randomUUID()
  const created = await app.call('POST', '/v1/transaction', {
    body: { documentType: 'CPF', document: '52998224725' },
    claims: { tenant, sub: 'maria@example.com' },
    headers: { 'request-id': requestId },
  })
  const { id } = await created.json()
  const timeline = await app.call('GET', `/v1/transaction/${id}/timeline`, {
    claims: { tenant, sub: 'maria@example.com' },
  })
  expect(await timeline.json()).toMatchObject([{ kind: 'transaction-created', requestId }])
  const lines = app.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  expect(lines.at(-1)).toMatchObject({
    tenant,
    mode: 'sandbox',
    transactionId: id,
    actor: expect.stringMatching(/^[\da-f]{32}$/),
    requestId: timeline.headers.get('request-id'),
  })
  expect(app.log.join('')).not.toContain('maria')
})

// getInsights: derived at once, served as they were derived until something happens, and sealed.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { catalogueVersion } from '#src/risk/insights/catalogue/catalogue.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { performDue } from '#test/support/due.ts'
import { countRows, createTransaction, readProblem, unknownId } from '#test/support/transactions.ts'
import { ownerTest as base } from '#test/db/fixture.ts'

const test = base.extend('app', { scope: 'file' }, ({ db }) => createTestApp(db))
const pathOf = (id: string) => `/v1/transaction/${id}/insights`
const read = ({ call }: TestApp, id: string, method = 'GET') => call(method, pathOf(id))

type Shown = { code: string; relevance: string }
const codesOf = async (answer: Response) =>
  ((await answer.json()) as Shown[]).map(({ code }) => code)

const live = { mode: 'live' } as const

test('GET 200: what the data tell, in the order of the catalogue, as the contract shows it', async ({
  app,
}) => {
  const id = await createTransaction(app, {
    name: 'Maria Silva',
    birthdate: '1990-05-17',
    email: undefined,
  })
  const answer = await read(app, id)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('pending-lookups')).toBeNull()
  const insights = await answer.json()
  expect(insights.map(({ code }: Shown) => code)).toEqual(['DO001', 'NM001', 'BD001'])
  expect(insights[1]).toEqual({
    code: 'NM001',
    description: 'Nome completo com dois ou mais termos',
    type: 'rule',
    category: 'Name',
    relevance: 'Positivo',
    relatedTo: ['Name'],
  })
})

test.for([
  ['without its ninth digit', { areaCode: 11, number: 87650001 }, ['PH001']],
  ['with the area code in the number', { areaCode: 0, number: 11987650001 }, ['PH001']],
  ['with both', { number: 1187650001 }, ['PH001']],
  ['with the area code twice', { areaCode: 11, number: 11987650001 }, ['PH001']],
  ['with country and area code twice', { areaCode: 55, number: 5555987650001 }, ['PH001']],
  ['of another area code', { areaCode: 21, number: 11987650001 }, ['PH002']],
  ['of a fixed line', { areaCode: 11, number: 33334444 }, ['PH008']],
  ['of no state', { areaCode: 20, number: 987650001 }, ['PH002', 'PH003']],
  ['that is too short', { areaCode: 11, number: 8765000 }, ['PH002']],
] as const)('GET 200: of a number %s what is said fits whether messages go there', async ([, phone, codes], { app }) => {
  const id = await createTransaction(app, { phone: { countryCode: 55, ...phone } })
  const said = await codesOf(await read(app, id))
  expect(said.filter((code) => code.startsWith('PH'))).toEqual(codes)
  const sent = await app.call('POST', `/v1/transaction/${id}/sms/2fa`)
  expect(sent.status).toBe(codes[0] === 'PH001' ? 201 : 204)
}) // prettier-ignore

test('GET 200: what is looked up is named until it is there, and HEAD looks nothing up', async ({
  app,
  db,
}) => {
  const id = await createTransaction(app, {
    email: 'maria@no-mx.test',
    address: { zipCode: '01310-998', state: 'SP' },
    card: { bin: '40117898', last4: '1234' },
  })
  const before = await countRows(db)
  const head = await read(app, id, 'HEAD')
  expect([head.status, head.headers.get('pending-lookups')]).toEqual([200, 'mx, cep, bin'])
  expect(await countRows(db)).toEqual(before)

  const first = await read(app, id)
  expect(first.headers.get('pending-lookups')).toBe('mx, cep, bin')
  expect(await codesOf(first)).not.toContain('EM006')
  await performDue(app.deps, id, 2)
  const second = await read(app, id)
  expect(second.headers.get('pending-lookups')).toBeNull()
  expect(await codesOf(second)).toEqual(expect.arrayContaining(['EM006', 'AD004', 'CD006']))
})

test('GET 200: a BIN is bought once, for all who ask for it at the same time, with its cost', async ({
  db,
}) => {
  const checking = sandboxChecking({ costMicros: 900 })
  const app = await createTestApp(db, undefined, { checking })
  const id = await createTransaction(app, { card: { bin: '40117897', last4: '1234' } })
  await Promise.all([1, 2, 3].map(() => read(app, id)))
  await performDue(app.deps, id, 2)
  expect(await codesOf(await read(app, id))).toContain('CD007')
  // Stored insights that are old ask for old look-ups again: what was bought is not old.
  await db.execute(sql`
    update insight_set set derived_at = derived_at - interval '10 minutes' where transaction_id = ${id}`)
  await read(app, id)
  await performDue(app.deps, id, 2)
  const timeline: { kind: string }[] = await (
    await app.call('GET', `/v1/transaction/${id}/timeline`)
  ).json()
  expect(timeline.filter(({ kind }) => kind.startsWith('check-attempt'))).toHaveLength(1)
  expect(timeline.find(({ kind }) => kind === 'check-answered')).toMatchObject({
    module: 'card-risk',
    provider: 'sandbox-checks',
    attempt: 1,
    outcome: 'result',
    durationMs: expect.any(Number),
    costMicros: 900,
  })
})

test.for([
  ['the register fails', '40117895', 'bin', 'input-refused'],
  ['the register has no such number', '40117894', null, undefined],
] as const)(
  'GET 200: %s, and nothing is said of the card',
  async ([, bin, pending, failure], { app }) => {
    const id = await createTransaction(app, { email: undefined, card: { bin, last4: '1234' } })
    const before = await codesOf(await read(app, id))
    await performDue(app.deps, id, 2)
    const answer = await read(app, id)
    expect(answer.headers.get('pending-lookups')).toBe(pending)
    expect(await codesOf(answer)).toEqual(before)
    const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()
    const failed = timeline.find(({ kind }: { kind: string }) => kind === 'check-failed')
    expect(failed?.outcome).toBe(failure)
  },
)

test('GET 200: a look-up that fails makes no insight, neither for nor against', async ({ app }) => {
  const id = await createTransaction(app, { email: 'maria@dns-down.test' })
  const codes = await codesOf(await read(app, id))
  await performDue(app.deps, id)
  const answer = await read(app, id)
  expect(answer.headers.get('pending-lookups')).toBe('mx')
  expect(await codesOf(answer)).toEqual(codes)
  expect(codes.some((code) => ['EM006', 'EM010'].includes(code))).toBe(false)
})

test('GET 200: stored insights serve until something happens or ten minutes have gone', async ({
  app,
  db,
}) => {
  const email = 'again@example.test'
  const id = await createTransaction(app, { email, document: '10000002700' })
  await read(app, id)
  await performDue(app.deps, id)
  const first = await read(app, id)
  const codes = await codesOf(first)
  const before = await countRows(db)
  expect(await codesOf(await read(app, id))).toEqual(codes)
  expect(await countRows(db)).toEqual(before)

  for (const document of ['39053344705', '52998224725', '11144477735'])
    await createTransaction(app, { email, document })
  expect(await codesOf(await read(app, id))).not.toContain('VL002')
  await db.execute(sql`
    update insight_set set derived_at = derived_at - interval '10 minutes' where transaction_id = ${id}`)
  expect(await codesOf(await read(app, id))).toContain('VL002')
})

test('GET 200: what another tenant or mode has seen says nothing', async ({ app }) => {
  const fields = { email: 'shared@example.test' }
  await createTransaction(app, { ...fields, document: '39053344705' }, { tenant: 'other' })
  await createTransaction(app, { ...fields, document: '11144477735' }, live)
  const id = await createTransaction(app, fields)
  expect(await codesOf(await read(app, id))).not.toContain('VL002')
})

test('GET 200: in live nobody is asked whom the deployment does not have', async ({ app }) => {
  const fields = {
    email: 'a@no-mx.test',
    address: { zipCode: '01310-998' },
    card: { bin: '40117898' },
  }
  const id = await createTransaction(app, fields, live)
  const answer = await app.call('GET', pathOf(id), { claims: live })
  expect([answer.status, answer.headers.get('pending-lookups')]).toEqual([200, null])
})

test('nothing of them stands in the journal or readable in the database', async ({ app, db }) => {
  const id = await createTransaction(app, { document: '12345678900' })
  expect(await codesOf(await read(app, id))).toContain('DO002')
  await performDue(app.deps, id)
  await read(app, id)
  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()
  const derived = timeline.filter(({ kind }: { kind: string }) => kind === 'insights-derived')
  expect(derived[0]).toMatchObject({
    module: 'insights',
    outcome: '1/1',
    reason: String(catalogueVersion),
  })
  const rows = await db.execute(sql`
    select encode(content, 'escape') as text from insight_set where transaction_id = ${id}
    union all select facts::text from look_up where transaction_id = ${id}`)
  expect(JSON.stringify([timeline, rows])).not.toMatch(/DO002|takesMail|12345678900/)
})

test('GET 404: an unknown id, another tenant and the other mode alike', async ({ app }) => {
  const id = await createTransaction(app)
  const answers = await Promise.all([
    read(app, unknownId),
    app.call('GET', pathOf(id), { claims: { tenant: 'other' } }),
    app.call('GET', pathOf(id), { claims: live }),
    app.call('HEAD', pathOf(unknownId)),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('GET 500: a fault of ours is told as one, for a card too', async ({ app, db }) => {
  const id = await createTransaction(app, { card: { bin: '401178', last4: '1234' } })
  await db.execute(sql`alter table insight_set rename to insight_set_away`)
  for (const path of [pathOf(id), `/v1/transaction/${id}/trustcard`])
    expect(await readProblem(await app.call('GET', path))).toMatchObject({ status: 500 })
  await db.execute(sql`alter table insight_set_away rename to insight_set`)
  expect((await read(app, id)).status).toBe(200)
})

test('GET 401: without a credential', async ({ app }) => {
  const answer = await app.call('GET', pathOf(unknownId), { headers: { authorization: '' } })
  expect(await readProblem(answer)).toMatchObject({ status: 401, code: 'unauthorized' })
})

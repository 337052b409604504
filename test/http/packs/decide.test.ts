// A table of rows over HTTP: published, run, shown, tried on past runs and drawn.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test as base } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'

const scope = 'packs:write packs:live reports:read transactions:write transactions:read'
const claims = { scope, sub: 'team-risk' }
const rows = [
  { if: 'facts.checks.hit', outcome: 'rejected', reason: 'listed', unanswered: 'continue' },
  { if: 'steps.score.results[0].value < 20', outcome: 'rejected', reason: 'score-low' },
  { unless: 'facts.document.checkDigitsHold', outcome: 'review', reason: 'document-odd' },
  { if: 'facts.document.type == "cpf"', outcome: 'review', reason: 'person' },
  { if: 'facts.credit.score < 300', outcome: 'review', reason: 'credit' },
  { if: 'facts.phones.count < 9', outcome: 'rejected', reason: 'phones-few' },
  { outcome: 'approved', reason: 'all-proven' },
]
const packOf = (given: readonly object[] = rows) => ({
  root: {
    kind: 'sequence',
    steps: [
      { kind: 'module', module: 'score' },
      { kind: 'decide', id: 'verdict', rows: given },
    ],
  },
})

const test = base.extend(
  'suite',
  async ({ db }): Promise<{ app: TestApp; name: string; path: string }> => {
    const name = `p-${randomUUID()}`
    return { app: await createTestApp(db), name, path: `/v1/packs/${name}` }
  },
)

test('the first row that holds ends the run, and the answer says what holds or is unknown beside it', async ({
  suite: { app, path },
}) => {
  await app.call('POST', `${path}/versions`, { body: packOf(), claims })
  const id = await createTransaction(app)
  const answer = await (await app.call('GET', `${path}/${id}`)).json()
  const shown = [
    { row: 'verdict.listed', outcome: 'rejected', reason: 'listed', held: 'unknown' },
    { row: 'verdict.person', outcome: 'review', reason: 'person', held: true, ended: true },
    { row: 'verdict.phones-few', outcome: 'rejected', reason: 'phones-few', held: true },
  ]
  expect(answer).toMatchObject({ outcome: 'review', stopReason: 'person', rows: shown })
  // What a row reads of a module that needs a scope is seen with that scope alone.
  const mayRead = { scope: 'transactions:write transactions:read credit:read' }
  const all = await (await app.call('GET', `${path}/${id}`, { claims: mayRead })).json()
  expect(all.rows.map(({ row }: { row: string }) => row)).toContain('verdict.credit')

  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()
  const asked = timeline.filter(({ kind }: { kind: string }) => /answered/.test(kind))
  expect(asked).toEqual([
    expect.objectContaining({ kind: 'table-answered', reason: '/steps/1', outcome: 'person' }),
  ])
})

test('a row whose data are absent ends the run as review, under its own reason where that is its outcome', async ({
  suite: { app, path },
}) => {
  const unknown = { if: 'facts.checks.hit', reason: 'listed' }
  const last = { outcome: 'approved', reason: 'fine' }
  for (const [outcome, reason] of [
    ['rejected', 'unanswered'],
    ['review', 'listed'],
  ]) {
    const name = `${path}-${outcome}`
    await app.call('POST', `${name}/versions`, { body: packOf([{ ...unknown, outcome }, last]), claims }) // prettier-ignore
    const id = await createTransaction(app)
    expect(await (await app.call('GET', `${name}/${id}`)).json()).toMatchObject({
      outcome: 'review',
      stopReason: reason,
      unansweredStep: 'verdict.listed',
    })
  }
})

test('a table that does not hold is refused with the place of each fault', async ({
  suite: { app, path },
}) => {
  const body = packOf([
    { if: 'facts.checks.nothing', outcome: 'rejected', reason: 'bad' },
    { if: 'false', outcome: 'rejected', reason: 'never' },
  ])
  const refused = await readProblem(await app.call('POST', `${path}/versions`, { body, claims }))
  expect(refused).toMatchObject({ status: 422 })
  const pointers = (refused as { errors?: { pointer: string }[] }).errors?.map((one) => one.pointer)
  expect(pointers).toEqual(['#/root/steps/1/rows/0/if', '#/root/steps/1/rows/1/if'])
})

test('its cases cover each row, and each that is passed without an answer', async ({
  suite: { app, path },
}) => {
  const given = [rows[0], rows[3], rows[6]].filter((one) => one !== undefined)
  const results = { score: [{ value: 50 }] }
  const cases = [
    {
      name: 'a person',
      results,
      facts: { document: { type: 'cpf' } },
      expect: { outcome: 'review', answers: { 'verdict.listed': 'unanswered' } },
    },
    {
      name: 'a company',
      results,
      facts: { document: { type: 'cnpj' }, checks: { hit: false } },
      expect: { outcome: 'approved', reason: 'all-proven', answers: { '/steps/1/rows/1': false } },
    },
  ]
  const body = { ...packOf(given), cases, demandCoverage: true }
  const refused = await readProblem(await app.call('POST', `${path}/versions`, { body, claims }))
  expect(JSON.stringify(refused)).toContain('no case comes to verdict.listed ends it')
  const hit = {
    name: 'a hit',
    results,
    facts: { checks: { hit: true } },
    expect: { outcome: 'rejected', reason: 'listed' },
  }
  const whole = { ...body, cases: [...cases, hit] }
  const published = await app.call('POST', `${path}/versions`, { body: whole, claims })
  expect(published.status).toBe(201)
})

test('schema and drawing know it', async ({ suite: { app, path } }) => {
  await app.call('POST', `${path}/versions`, { body: packOf(), claims })
  const drawing = await app.call('GET', `${path}/versions/1/drawing`)
  expect(await drawing.text()).toContain('verdict')
  const schema = await (await app.call('GET', '/schemas/pack.json')).json()
  expect(JSON.stringify(schema)).toContain('"const":"decide"')
})

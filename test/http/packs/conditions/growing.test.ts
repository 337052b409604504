// A condition whose values may grow is refused before anything runs it, and never run where it was published before.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { publishOwn } from '#src/journey/registry/publish.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { definePack, module, sequence, stop, when } from '#test/support/packs/build.ts'
import { growing } from '#test/support/packs/growing.ts'
import { leastCost } from '#test/support/machine/processor.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'
import { testOn } from '#test/support/app-fixture.ts'

const test = testOn()
const claims = { scope: 'packs:write packs:live reports:read', sub: 'team-risk' }

const packOf = (condition: string, cases?: object[]) => ({
  root: {
    kind: 'sequence',
    steps: [
      { kind: 'module', module: 'score' },
      {
        kind: 'when',
        of: ['score'],
        condition,
        run: { kind: 'stop', outcome: 'rejected', reason: 'x' },
      },
    ],
  },
  ...(cases && { cases }),
})
const packCase = { name: 'one', results: { score: [{ value: 10 }] }, expect: { outcome: 'review' } }
const ruleOf = (when: string) => ({ code: 'grows', when, points: 5, description: 'Cresce' })

test('a pack with it is refused in milliseconds, with what to write instead', async ({ app }) => {
  expect(growing).toHaveLength(391)
  const publish = () =>
    app.call('POST', `/v1/packs/grows-${randomUUID()}/versions`, {
      body: packOf(growing, [packCase]),
      claims,
    })
  const problem = await readProblem(await publish())
  expect(problem).toMatchObject({ status: 422, code: 'invalid-document' })
  expect(problem.errors).toContainEqual(
    expect.objectContaining({
      pointer: '#/root/steps/1/condition',
      detail: expect.stringContaining('lists are not joined by +: ask each by itself'),
    }),
  )
  expect(problem.errors).toContainEqual(
    expect.objectContaining({ detail: expect.stringContaining('filter first and map once') }),
  )
  const { ms, bytes } = await leastCost(publish)
  expect(ms).toBeLessThan(300)
  expect(bytes).toBeLessThan(40_000_000)
})

test('a scorecard with it is refused likewise, its cases not run', async ({ app }) => {
  const body = {
    base: 1,
    rules: [ruleOf(growing)],
    cases: [{ name: 'one', facts: {}, expect: { value: 1 } }],
  }
  const publish = () => app.call('POST', '/v1/scorecards/grows/versions', { body, claims })
  const problem = await readProblem(await publish())
  expect(problem).toMatchObject({ status: 422, code: 'invalid-document' })
  expect(problem.errors).toContainEqual(
    expect.objectContaining({
      pointer: '#/rules/0/when',
      detail: expect.stringContaining('ask each by itself'),
    }),
  )
  expect((await leastCost(publish)).ms).toBeLessThan(300)
})

/** As much of a document as there may be, each of its conditions as costly as it may be. */
test('the costliest that is accepted ends its cases in bounded time', async ({ app }) => {
  const list = `[${Array.from({ length: 50 }, () => '1').join(',')}]`
  const costly = `${list}.all(a, ${list}.all(b, ${Array.from({ length: 25 }, () => 'a == b || a != b').join(' && ')}))`
  const rules = Array.from({ length: 40 }, (_, at) => ({ ...ruleOf(costly), code: `c${at}` }))
  const cases = Array.from({ length: 150 }, (_, at) => ({
    name: `case ${at}`,
    facts: {},
    expect: { value: 1 },
  }))
  const answer = await app.call('POST', '/v1/scorecards/costly/versions', {
    body: { base: 1, rules, cases },
    claims,
  })
  const { errors } = await readProblem(answer)
  expect(errors?.[0]?.detail).toBe('a rule cannot be answered with these facts')
  expect(errors?.at(-1)?.detail).toBe('it was not run: the cases before it cost too much')
})

test('a version that was published before ends its runs with a review', async ({ app, db }) => {
  const name = `grew-${randomUUID()}`
  await publishPacks(db, [
    definePack(
      name,
      1,
      sequence(
        module({ key: 'score' }),
        when([{ key: 'score' }], growing, stop('rejected', 'grown')),
      ),
    ),
  ])
  const id = await createTransaction(app)
  const query = () => app.call('GET', `/v1/packs/${name}/${id}`, { claims })
  const run = await (await query()).json()
  expect(run).toMatchObject({
    status: 'completed',
    outcome: 'review',
    stopReason: 'unanswered',
    unansweredStep: '/steps/1',
  })
  expect((await leastCost(query)).ms).toBeLessThan(300)
})

test('a scorecard that was published before gives no score', async ({ app, db }) => {
  const card = `grew-${randomUUID()}`
  const document = { base: 90, rules: [ruleOf(growing)] }
  const cases = [{ name: 'one', facts: {}, expect: { value: 90 } }]
  await publishOwn(db, { kind: 'scorecard', name: card, version: 1 }, { document, cases })
  const shown = await app.call('GET', `/v1/scorecards/${card}/versions/1/cases`, { claims })
  expect(await shown.json()).toMatchObject({
    held: 0,
    cases: [{ differences: ['a rule cannot be answered with these facts'] }],
  })
  const name = `scored-${randomUUID()}`
  await publishPacks(db, [definePack(name, 1, module({ key: 'score' }, { card: `${card}@1` }))])
  const id = await createTransaction(app)
  const run = await (
    await app.call('GET', `/v1/packs/${name}/${id}`, { claims, headers: { prefer: 'wait=0' } })
  ).json()
  expect(run.score).toMatchObject({ moduleStatus: 'processing', results: [] })
})

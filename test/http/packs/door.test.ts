// bringStepResult: POST /v1/packs/{packName}/{transactionId}/steps/{step}, and the steps that wait.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test as base } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import { createTransaction, moveClock, readProblem, unknownId } from '#test/support/transactions.ts'

const scope = 'packs:write packs:live reports:read transactions:write transactions:read'
const claims = { scope, sub: 'team-risk' }
const signal = {
  type: 'object',
  required: ['approved'],
  properties: {
    approved: { type: 'boolean' },
    limit: { type: 'number' },
    band: { type: 'string', enum: ['low', 'high'] },
    day: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    holder: { type: 'string', 'x-personal': true },
  },
}
const approval = { kind: 'wait', id: 'approval', signal }
const rows = [
  { unless: 'steps.approval.result.approved', outcome: 'rejected', reason: 'declined', unanswered: 'continue' },
  { unless: 'steps.approval.result.limit >= 10.0', outcome: 'review', reason: 'limit-low' },
  { if: 'steps.approval.result.holder == transaction.name', outcome: 'approved', reason: 'own' },
  { outcome: 'approved', reason: 'all-proven' },
] // prettier-ignore
const verdict = { kind: 'decide', id: 'verdict', rows }
const packOf = (...steps: readonly object[]) => ({ root: { kind: 'sequence', steps } })

type Suite = {
  readonly app: TestApp
  /** Publishes the steps under a name of their own and gives the path of a transaction’s runs. */
  publish(...steps: readonly object[]): Promise<{ readonly path: string; readonly id: string }>
}
const test = base.extend('suite', async ({ db }): Promise<Suite> => {
  const app = await createTestApp(db)
  return {
    app,
    async publish(...steps) {
      const name = `door-${randomUUID()}`
      const body = packOf(...steps)
      const made = await app.call('POST', `/v1/packs/${name}/versions`, { body, claims })
      expect([made.status, made.status === 201 ? '' : await made.text()]).toEqual([201, ''])
      const id = await createTransaction(app, { name: 'Ana Exemplo' })
      return { path: `/v1/packs/${name}/${id}`, id }
    },
  }
})

const start = async ({ app }: Suite, path: string) =>
  (await app.call('POST', path, { body: {} })).json()
const bring = (suite: Suite, path: string, result: unknown, more: object = {}) =>
  suite.app.call('POST', `${path}/steps/approval`, { body: { result, ...more } })

test('200: what a step waits for ends it, the run goes on by it, and nothing personal is shown', async ({
  suite,
}) => {
  const { path } = await suite.publish(approval, verdict)
  const begun = await start(suite, path)
  expect(begun).toMatchObject({
    status: 'processing',
    steps: { approval: { kind: 'wait', moduleStatus: 'processing' } },
  })
  const answer = await bring(suite, path, {
    approved: true,
    limit: 12,
    at: '2026-11-28T10:00:00-03:00',
    holder: 'Ana Exemplo',
    extra: 'dropped',
  })
  expect(answer.status).toBe(200)
  const result = { approved: true, limit: 12, at: '2026-11-28T13:00:00.000Z' }
  expect(await answer.json()).toEqual({
    kind: 'wait',
    step: 'approval',
    runId: begun.runId,
    moduleStatus: 'completed',
    status: 'completed',
    result,
  })
  const shown = await (await suite.app.call('GET', path)).json()
  expect(shown).toMatchObject({
    outcome: 'approved',
    stopReason: 'own',
    steps: { approval: { kind: 'wait', moduleStatus: 'completed', result } },
  })
  expect(JSON.stringify(shown.steps)).not.toContain('Ana')
})

test('200 for the same again, open or ended, 409 answered for another, and the first stays', async ({
  suite,
}) => {
  const { path } = await suite.publish(approval, verdict)
  await start(suite, path)
  const first = { approved: false }
  expect((await bring(suite, path, first)).status).toBe(200)
  expect((await bring(suite, path, { approved: false, extra: 1 })).status).toBe(200)
  expect(await readProblem(await bring(suite, path, { approved: true }))).toMatchObject({
    status: 409,
    code: 'answered',
  })
  expect(await readProblem(await bring(suite, path, { approved: 'no' }))).toMatchObject({
    code: 'answered',
  })
  const shown = await (await suite.app.call('GET', path)).json()
  expect(shown).toMatchObject({ outcome: 'rejected', steps: { approval: { result: first } } })
})

const attacks: readonly (readonly [string, unknown, string])[] = [
  ['text for a yes', { approved: 'true' }, '#/result/approved'],
  ['a number for a yes', { approved: 1 }, '#/result/approved'],
  ['nothing', {}, '#/result/approved'],
  ['null', { approved: null }, '#/result/approved'],
  ['a word of another case', { approved: true, band: 'High' }, '#/result/band'],
  ['a number as text', { approved: true, limit: '12' }, '#/result/limit'],
  ['a number too large to be one', { approved: true, limit: 'raw:1e999' }, '#/result/limit'],
  ['a day with an offset', { approved: true, day: '2026-11-28-03:00' }, '#/result/day'],
  ['a moment without a zone', { approved: true, at: '2026-11-28T10:00:00' }, '#/result/at'],
  ['a text of 2 000 characters', { approved: true, holder: 'x'.repeat(2_000) }, '#/result/holder'],
]

test('422 with the place for whatever does not fit, and the step goes on waiting', async ({
  suite,
}) => {
  const { path } = await suite.publish(approval, verdict)
  await start(suite, path)
  for (const [name, result, pointer] of attacks) {
    const text = JSON.stringify({ result }).replace('"raw:1e999"', '1e999')
    const answer = await suite.app.call('POST', `${path}/steps/approval`, { body: text })
    const problem = await readProblem(answer)
    expect([name, problem.status, problem.errors?.[0]?.pointer]).toEqual([name, 422, pointer])
  }
  const full = { approved: true, limit: 10, holder: 'Ana Exemplo' }
  const raw = (text: string) => suite.app.call('POST', `${path}/steps/approval`, { body: text })
  // What is no JSON, or cannot be kept, never comes to the step.
  for (const [text, status] of [
    ['{"result":{"approved":NaN}}', 400],
    ['{"result":[true]}', 400],
    ['{"result":"approved"}', 400],
    [String.raw`{"result":{"approved":true,"holder":"\ud800"}}`, 400],
    [JSON.stringify({ result: { approved: true, holder: 'x'.repeat(2_000_000) } }), 413],
  ] as const)
    expect([text.slice(0, 40), (await raw(text)).status]).toEqual([text.slice(0, 40), status])
  expect((await bring(suite, path, full)).status).toBe(200)
  expect(await (await suite.app.call('GET', path)).json()).toMatchObject({ outcome: 'approved' })
})

test('an early result is kept and counts when the run comes there, but for a fresh step', async ({
  suite,
}) => {
  const before = { kind: 'wait', id: 'pause', for: 'PT1H' }
  for (const [isFresh, status] of [
    [false, 200],
    [true, 409],
  ] as const) {
    const step = isFresh ? { ...approval, fresh: true } : approval
    const { path, id } = await suite.publish(before, step, verdict)
    await start(suite, path)
    expect((await bring(suite, path, { approved: true, limit: 10 })).status).toBe(status)
    expect(await (await suite.app.call('GET', path)).json()).toMatchObject({
      status: 'processing',
      steps: { pause: { moduleStatus: 'processing' } },
    })
    await moveClock(suite.app.deps.db, id, 3_600_000)
    await performDue(suite.app.deps, id)
    const shown = await (await suite.app.call('GET', path)).json()
    expect([isFresh, shown.status, shown.steps.pause.moduleStatus]).toEqual([
      isFresh,
      isFresh ? 'processing' : 'completed',
      'completed',
    ])
  }
})

test('409 not-waiting after the deadline, after the end of the run, and 404 for what is not there', async ({
  suite,
}) => {
  const { path, id } = await suite.publish({ ...approval, deadlineSeconds: 60 }, verdict)
  const { app } = suite
  expect((await bring(suite, path, { approved: true })).status).toBe(404)
  const { runId } = await start(suite, path)
  expect((await app.call('POST', `${path}/steps/other`, { body: { result: {} } })).status).toBe(404)
  expect((await bring(suite, path, { approved: true }, { runId: unknownId })).status).toBe(404)
  const elsewhere = { tenant: 'other', scope, sub: 'x' }
  const foreign = await app.call('POST', `${path}/steps/approval`, {
    body: { result: { approved: true } },
    claims: elsewhere,
  })
  expect(foreign.status).toBe(404)
  await moveClock(app.deps.db, id, 61_000)
  const late = await readProblem(await bring(suite, path, { approved: true }))
  expect(late).toMatchObject({ status: 409, code: 'not-waiting' })
  await performDue(app.deps, id)
  // Nobody has answered, and a row that says so for a rejection goes on: then a person decides.
  const shown = await (await app.call('GET', path)).json()
  expect(shown).toMatchObject({
    outcome: 'review',
    unansweredStep: 'verdict.limit-low',
    steps: { approval: { moduleStatus: 'failed' } },
  })
  expect((await bring(suite, path, { approved: true }, { runId })).status).toBe(409)
})

test('of two runs with a step of one name the newest open one is meant, and another by its id', async ({
  suite,
}) => {
  const { path } = await suite.publish(approval, verdict)
  const first = await start(suite, path)
  const second = await start(suite, path)
  const stateOf = async (runId: string) =>
    (await (await suite.app.call('GET', `${path}/runs/${runId}`)).json()).status
  await bring(suite, path, { approved: false })
  expect([await stateOf(first.runId), await stateOf(second.runId)]).toEqual([
    'processing',
    'completed',
  ])
  await bring(suite, path, { approved: true, limit: 10 }, { runId: first.runId })
  expect(await stateOf(first.runId)).toBe('completed')
})

test('a pack of a wait that cannot be is refused at its place', async ({ suite: { app } }) => {
  const cases: readonly (readonly [object, string])[] = [
    [{}, '#/root/steps/0'],
    [{ for: 'PT1H', signal }, '#/root/steps/0/signal'],
    [{ for: 'P1M' }, '#/root/steps/0/for'],
    [{ for: 'P32D' }, '#/root/steps/0/for'],
    [{ for: 'PT1H', optional: true }, '#/root/steps/0/optional'],
    [{ until: 'facts.checks.hit' }, '#/root/steps/0/until'],
    [{ until: 'transaction.document' }, '#/root/steps/0/until'],
    [{ signal, deadlineSeconds: 40 * 86_400 }, '#/root/steps/0/deadlineSeconds'],
    [{ signal: { type: 'array' } }, '#/root/steps/0/signal/type'],
    [{ signal: { ...signal, $ref: '#' } }, '#/root/steps/0/signal/$ref'],
  ]
  for (const [given, pointer] of cases) {
    const body = packOf({ kind: 'wait', id: 'approval', ...given }, { kind: 'stop', outcome: 'done', reason: 'done' }) // prettier-ignore
    const answer = await app.call('POST', `/v1/packs/w-${randomUUID()}/versions`, { body, claims })
    const problem = await readProblem(answer)
    expect([given, problem.status, problem.errors?.[0]?.pointer]).toEqual([given, 422, pointer])
  }
  const early = packOf(verdict, approval)
  const answer = await app.call('POST', `/v1/packs/w-${randomUUID()}/versions`, {
    body: early,
    claims,
  })
  expect((await readProblem(answer)).errors?.[0]?.detail).toMatch(/before that has ended/)
})

test('a run waits until the moment that its expression gives, at once where it is gone, and is reviewed without one', async ({
  suite,
}) => {
  const stop = { kind: 'stop', outcome: 'done', reason: 'done' }
  const { app } = suite
  const gone = await suite.publish(
    { kind: 'wait', id: 'pause', until: 'transaction.createdAt' },
    stop,
  )
  expect(await start(suite, gone.path)).toMatchObject({ status: 'completed', outcome: 'done' })
  const unknown = await suite.publish(
    { kind: 'wait', id: 'pause', until: 'transaction.genericFields["until"]' },
    stop,
  )
  expect(await start(suite, unknown.path)).toMatchObject({
    outcome: 'review',
    stopReason: 'unanswered',
    unansweredStep: 'pause',
  })
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const id = await createTransaction(app, { genericFields: { until } })
  const path = unknown.path.replace(unknown.id, id)
  expect(await start(suite, path)).toMatchObject({ status: 'processing' })
  await moveClock(app.deps.db, id, 7_200_000)
  await performDue(app.deps, id)
  expect(await (await app.call('GET', path)).json()).toMatchObject({ outcome: 'done' })
})

test('a signal of a round is of that round alone: repeated late it counts for no further one', async ({
  suite,
}) => {
  const again = {
    kind: 'repeat',
    id: 'again',
    timesMax: 3,
    until: 'steps.approval.result.approved',
    run: { ...approval, optional: undefined },
  }
  const { path } = await suite.publish(again, verdict)
  await start(suite, path)
  const first = { approved: false, limit: 1 }
  expect((await bring(suite, path, first, { round: 2 })).status).toBe(409)
  expect((await bring(suite, path, first, { round: 1 })).status).toBe(200)
  const second = async () => {
    const read = await (await suite.app.call('GET', path)).json()
    return read.steps?.approval ?? read
  }
  const waiting = { kind: 'wait', moduleStatus: 'processing', round: 2 }
  expect(await second()).toEqual(waiting)
  // The answer was lost, and the client repeats it.
  expect((await bring(suite, path, first, { round: 1 })).status).toBe(200)
  expect(
    await readProblem(await bring(suite, path, { approved: true }, { round: 1 })),
  ).toMatchObject({ code: 'answered' })
  expect(
    await readProblem(await bring(suite, path, { approved: true }, { round: 3 })),
  ).toMatchObject({ code: 'not-waiting' })
  expect(await second()).toEqual(waiting)
  expect((await bring(suite, path, { approved: true }, { round: 2 })).status).toBe(200)
  expect(await (await suite.app.call('GET', path)).json()).toMatchObject({
    status: 'completed',
    steps: { approval: { moduleStatus: 'completed', round: 2 } },
  })
  for (const round of [0, 1.5])
    expect((await bring(suite, path, { approved: true }, { round })).status).toBe(400)
})

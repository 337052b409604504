// Scorecards are published, listed and rolled out like packs, and packs use them.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { forgetOldShadows } from '#src/risk/scorecards/shadow.ts'
import { scoreShadows } from '#src/risk/scorecards/table.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import type { TestApp } from '#test/support/app.ts'
import { performDue } from '#test/support/due.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { definePack, module, parallel, sequence, stop, when } from '#test/support/packs/build.ts'
import { startStandIn } from '#test/contract/stand-in-worker.ts'
import { until } from '#test/workflow/client.ts'

const test = testOn()
const writes = { scope: 'packs:write packs:live reports:read', sub: 'team-risk' }
const rule = { code: 'sound', when: 'document.checkDigitsHold', points: 5, description: 'Válido' }
const publish = ({ call }: TestApp, name: string, body: unknown, claims: object = writes) =>
  call('POST', `/v1/scorecards/${name}/versions`, { body, claims })

test('those of the service are there', async ({ app }) => {
  const names = await (await app.call('GET', '/v1/scorecards')).json()
  expect(names.map(({ name }: { name: string }) => name)).toEqual(['card', 'identity', 'rating'])
  const document = await app.call('GET', '/v1/scorecards/identity/versions/1')
  expect(await document.json()).toMatchObject({ base: 45 })
})

test('409 name-reserved: none is published under a name of the service', async ({ app }) => {
  for (const name of ['identity', 'card', 'rating', 'service'])
    expect(await readProblem(await publish(app, name, { base: 1, rules: [rule] }))).toMatchObject({
      status: 409,
      code: 'name-reserved',
    })
})

const scoredBy = (name: string, card: string) =>
  definePack(name, 1, module({ key: 'score' }, { card }))

test('a version is published once, never changes, and goes live by its name', async ({
  app,
  db,
}) => {
  await publishPacks(db, [scoredBy('first', 'own-card@1'), scoredBy('second', 'own-card@2')])
  const claims = { ...writes, tenant: 'publishers' }
  const first = await publish(app, 'own-card', { base: 1, rules: [rule] }, claims)
  expect([first.status, (await first.json()).version]).toEqual([201, 1])
  expect((await publish(app, 'own-card', { base: 1, rules: [rule] }, claims)).status).toBe(200)
  expect((await publish(app, 'own-card', { base: 2, rules: [rule] }, claims)).status).toBe(201)
  const score = async (pack: string) => {
    const id = await createTransaction(app, {}, { tenant: 'publishers' })
    const answer = await app.call('GET', `/v1/packs/${pack}/${id}`, { claims })
    const [result] = (await answer.json()).score.results
    return [result.value, result.scorecard]
  }
  expect(await score('first')).toEqual([6, 'own-card@1'])
  const body = { version: 2 }
  const live = await app.call('PUT', '/v1/scorecards/own-card/live', { body, claims })
  expect(await live.json()).toMatchObject({ live: [{ version: 2, percent: 100 }] })
  expect(await score('second')).toEqual([7, 'own-card@2'])
})

test('422: each fault with its place in the text', async ({ app }) => {
  const rules = [
    rule,
    { ...rule, code: 'b', when: 'document.unknown' },
    { ...rule, code: 'c', when: 'age.years' },
  ]
  const problem = await readProblem(await publish(app, 'faulty', { base: 1, rules }))
  expect(problem).toMatchObject({ status: 422, code: 'invalid-document' })
  expect(problem.errors?.map(({ pointer }) => pointer)).toEqual([
    '#/rules/1/when',
    '#/rules/2/when',
  ])
  expect(problem.errors?.[0]).toMatchObject({ line: 1, column: expect.any(Number) })
  const shape = await readProblem(await publish(app, 'faulty', { base: 'x', rules: [], more: 1 }))
  expect(shape.errors?.map(({ pointer }) => pointer).toSorted()).toEqual([
    '#/base',
    '#/more',
    '#/rules',
  ])
})

const takes = { ...rule, code: 'listed', when: 'checks.sanctioned', points: -80 }

test('422: a good base takes nothing away over what may not be known, and needs name facts', async ({
  app,
}) => {
  const claims = { ...writes, tenant: 'silent' }
  const pointersOf = async (body: object) =>
    (await readProblem(await publish(app, 'silent', body, claims))).errors?.map(({ pointer }) => pointer) // prettier-ignore
  expect(await pointersOf({ base: 100, rules: [rule, takes] })).toEqual(['#/rules/1/when'])
  const needs = ['checks.sanctioned', 'checks.nothing']
  expect(await pointersOf({ base: 100, rules: [takes], needs })).toEqual(['#/needs/1'])
  for (const sound of [
    { base: 100, rules: [takes], needs: ['checks.sanctioned'] },
    { base: 100, rules: [{ ...takes, when: `has(checks.sanctioned) && ${takes.when}` }] },
    { base: 50, rules: [takes] },
  ])
    expect((await publish(app, 'silent', sound, claims)).status).toBe(201)
})

test('what nobody has asked for makes no point, which the score says; what a card needs gives none without it', async ({
  app,
  db,
}) => {
  const claims = { ...writes, tenant: 'partly' }
  const check = { key: 'backgroundCheck' } as const
  const score = (card: string) => module({ key: 'score' }, { card })
  const good = (name: string, ...before: ReturnType<typeof module>[]) => {
    const sound = when([{ key: 'score' }], 'steps.score.results[0].value >= 40.0 && !steps.score.results[0].partly', stop('approved', 'sound'), stop('review', 'partly')) // prettier-ignore
    return definePack(name, 1, sequence(...before, score(name.split('-')[0] + '@1'), sound))
  }
  await publishPacks(db, [good('open'), good('open-asked', module(check)), good('needing'), good('needing-asked', module(check))]) // prettier-ignore
  const card = { base: 50, rules: [rule, takes] }
  expect((await publish(app, 'open', card, claims)).status).toBe(201)
  const needing = { ...card, base: 100, needs: ['checks.sanctioned'] }
  expect((await publish(app, 'needing', needing, claims)).status).toBe(201)
  await using _worker = startStandIn(app)
  const query = async (pack: string) => {
    const id = await createTransaction(app, {}, { tenant: 'partly' })
    return until(async () => {
      const answer = await (await app.call('GET', `/v1/packs/${pack}/${id}`, { claims })).json()
      return answer.status === 'processing' ? undefined : answer
    })
  }
  const open = await query('open')
  const [partly] = open.score.results
  expect([open.outcome, open.stopReason, partly]).toMatchObject(['review', 'partly', { value: 55, partly: true, missing: ['checks.sanctioned'] }]) // prettier-ignore
  const asked = await query('open-asked')
  expect([asked.outcome, asked.score.results[0]]).toMatchObject(['approved', { value: 55, partly: false }]) // prettier-ignore
  expect(asked.score.results[0]).not.toHaveProperty('missing')
  const none = await query('needing')
  expect(none).toMatchObject({ outcome: 'review', stopReason: 'unanswered', score: { moduleStatus: 'completed', results: [] } }) // prettier-ignore
  expect(await query('needing-asked')).toMatchObject({ outcome: 'approved', score: { results: [{ value: 100 }] } }) // prettier-ignore
})

test('403: publishing needs its scope', async ({ app }) => {
  const answer = await publish(app, 'x', { base: 1, rules: [rule] }, { scope: '' })
  expect(await readProblem(answer)).toMatchObject({ status: 403, code: 'scope-missing' })
})

test('a pack shows insights, card check, score and ratings, once the look-ups have ended', async ({
  app,
  db,
}) => {
  const root = parallel(
    module({ key: 'insights' }),
    module({ key: 'cardCheck' }),
    module({ key: 'score' }, { card: 'identity@1' }),
    module({ key: 'rating' }),
  )
  await publishPacks(db, [definePack('everything', 1, root)])
  const id = await createTransaction(app, {
    email: 'maria@no-mx.test',
    card: { bin: '401178', last4: '1234' },
  })
  const query = async () =>
    (await app.call('GET', `/v1/packs/everything/${id}`, { headers: { prefer: 'wait=0' } })).json()
  const first = await query()
  expect(first).toMatchObject({
    status: 'processing',
    insights: { moduleStatus: 'processing', results: [] },
    score: { moduleStatus: 'completed', results: [{ value: 55, scorecard: 'identity@1' }] },
  })
  await performDue(app.deps, id, 2)
  const second = await query()
  expect(second).toMatchObject({ status: 'completed', cardCheck: { moduleStatus: 'completed' } })
  const codes = second.insights.results.map(({ code }: { code: string }) => code)
  expect(codes).toEqual(expect.arrayContaining(['DO001', 'EM006', 'CD012']))
  expect(second.cardCheck.results).toHaveLength(1)
  const rated = second.rating.results.map((one: { relatedTo: string[] }) => one.relatedTo)
  expect(rated).toEqual([['Document'], ['Email'], ['Card']])
  expect(second.rating.results[1]).toMatchObject({
    value: 60,
    band: 'médio',
    scorecard: 'rating@1',
  })
  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()
  const scored = timeline.filter(({ kind }: { kind: string }) => kind === 'score-computed')
  expect(scored).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        module: 'score',
        outcome: '1',
        reason: 'identity@1',
        rules: first.score.results[0].reasons.map(({ code }: { code: string }) => code),
      }),
      expect.objectContaining({ module: 'rating', reason: 'rating@1', rules: expect.any(Array) }),
    ]),
  )
  const carded = timeline.find(
    ({ kind, module: by }: { kind: string; module?: string }) =>
      kind === 'insights-derived' && by === 'cardCheck',
  )
  const [checked] = second.cardCheck.results
  expect(carded?.rules).toEqual(checked.reasons.map(({ code }: { code: string }) => code))
})

test('test cases are run with a publication, and on request; two versions are compared', async ({
  app,
}) => {
  const claims = { ...writes, tenant: 'testers' }
  const one = (value: number) => ({
    name: 'sound',
    facts: { document: { checkDigitsHold: true } },
    expect: { value, reasons: ['sound'] },
  })
  const body = {
    base: 1,
    rules: [rule],
    cases: [one(6), { ...one(1), facts: {}, name: 'unknown' }],
  }
  const refused = await readProblem(await publish(app, 'tested', body, claims))
  expect(refused).toMatchObject({ status: 422, errors: [{ pointer: '#/cases/1' }] })
  body.cases = [one(6)]
  expect((await publish(app, 'tested', body, claims)).status).toBe(201)
  expect((await publish(app, 'tested', { ...body, base: 2, cases: [one(7)] }, claims)).status).toBe(
    201,
  )
  const get = async (path: string) => app.call('GET', `/v1/scorecards/${path}`, { claims })
  const report = await get('tested/versions/2/cases')
  expect(await report.json()).toEqual({
    version: 2,
    held: 1,
    failed: 0,
    cases: [{ name: 'sound', holds: true, differences: [] }],
  })
  const compared = await (await get('tested/versions/2/difference?from=1')).json()
  const changed = compared.rows.filter(({ same }: { same: boolean }) => !same)
  expect(changed).toEqual([{ left: 'base: 1', right: 'base: 2', same: false }])
  for (const path of [
    'tested/versions/9/cases',
    'none/versions/1/difference?from=1',
    'tested/shadow',
  ])
    expect(await readProblem(await get(path))).toMatchObject({ status: 404, code: 'not-found' })
})

test('a shadow is evaluated beside what counts, and changes nothing of it', async ({ app, db }) => {
  const claims = { ...writes, tenant: 'shadowers' }
  await publishPacks(db, [scoredBy('shadowed', 'seen@1')])
  const bands = [
    { from: 0, name: 'low' },
    { from: 50, name: 'high' },
  ]
  await publish(app, 'seen', { base: 10, rules: [rule], bands }, claims)
  const card = { ...rule, code: 'card', when: 'card.present', points: 40 }
  await publish(app, 'seen', { base: 10, rules: [rule, card], bands }, claims)
  const body = { version: 1, shadow: 2 }
  expect((await app.call('PUT', '/v1/scorecards/seen/live', { body, claims })).status).toBe(200)
  for (const fields of [{}, { card: { bin: '401178', last4: '1234' } }]) {
    const id = await createTransaction(app, fields, { tenant: 'shadowers' })
    const answer = await (await app.call('GET', `/v1/packs/shadowed/${id}`, { claims })).json()
    expect(answer.score.results).toMatchObject([{ value: 15, band: 'low', scorecard: 'seen@1' }])
  }
  const shadow = await app.call('GET', '/v1/scorecards/seen/shadow', { claims })
  expect(await shadow.json()).toEqual({
    version: 2,
    compared: 2,
    same: 1,
    meanDifference: 20,
    bands: [{ from: 'low', to: 'high', count: 1 }],
  })
})

test('a shadow is evaluated for each group of a rating, and forgotten in time', async ({
  app,
  db,
}) => {
  const claims = { ...writes, tenant: 'raters' }
  await publishPacks(db, [definePack('rated', 1, module({ key: 'rating' }, { card: 'groups@1' }))])
  const of = (group: string, points: number) => ({ ...rule, code: group, points, when: 'true', relatedTo: [group] }) // prettier-ignore
  const rules = (document: number, card: number) => ({
    base: 10,
    rules: [of('Document', document), of('Card', card)],
  })
  await publish(app, 'groups', rules(5, 20), claims)
  await publish(app, 'groups', rules(5, 50), claims)
  const body = { version: 1, shadow: 2 }
  expect((await app.call('PUT', '/v1/scorecards/groups/live', { body, claims })).status).toBe(200)
  const fields = { card: { bin: '401178', last4: '1234' } }
  const id = await createTransaction(app, fields, { tenant: 'raters' })
  const answer = await (await app.call('GET', `/v1/packs/rated/${id}`, { claims })).json()
  const groups = answer.rating.results.length
  expect(groups).toBeGreaterThan(1)
  const read = async () =>
    (await app.call('GET', '/v1/scorecards/groups/shadow', { claims })).json()
  const meanDifference = Math.round(3_000 / groups) / 100
  expect(await read()).toMatchObject({ compared: groups, same: groups - 1, meanDifference })
  const own = eq(scoreShadows.tenant, 'raters')
  const old = { at: new Date(Date.now() - 401 * 86_400_000) }
  await db.update(scoreShadows).set(old).where(own)
  expect(await forgetOldShadows(db)).toBe(groups)
  expect(await forgetOldShadows(db)).toBe(0)
  expect(await read()).toMatchObject({ compared: 0 })
})

// A version tried over past runs, on a real database: what is counted, how often, and how fast it may be asked again.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { publish } from '#src/journey/registry/publish.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { Problem } from '#src/platform/errors.ts'
import { newId } from '#src/platform/ids.ts'
import { runBatch } from '#src/packs/backtest/batch.ts'
import { findBacktest, insertBacktest } from '#src/packs/backtest/store.ts'
import { packBacktests, packShadows } from '#src/packs/backtest/table.ts'
import { nothing } from '#src/packs/backtest/tally.ts'
import { type TestApp } from '#test/support/app.ts'
import { growing } from '#test/support/packs/growing.ts'
import { processorMs } from '#test/support/machine/processor.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

const gate = (limit: string) => gateOf(`score.results[0].value < ${limit}`)

const gateOf = (condition: string) => ({
  root: {
    kind: 'sequence',
    steps: [
      { kind: 'module', module: 'score' },
      {
        kind: 'when',
        of: ['score'],
        condition,
        run: { kind: 'stop', outcome: 'rejected', reason: 'low-score' },
      },
    ],
  },
})

const claimsOf = (tenant: string) => ({ tenant, scope: 'packs:write packs:live reports:read' })

/** A tenant with version 1, which takes all, and version 2, which rejects all. */
async function publishGates(app: TestApp, tenant: string) {
  const claims = claimsOf(tenant)
  for (const limit of ['0.0', '1000.0']) {
    const answer = await app.call('POST', '/v1/packs/gate/versions', { body: gate(limit), claims })
    expect(answer.status).toBe(201)
  }
  const run = async () => {
    const id = await createTransaction(app, {}, claims)
    expect((await app.call('GET', `/v1/packs/gate/${id}`, { claims })).status).toBe(200)
    return id
  }
  return { claims, run }
}

async function start(app: TestApp, tenant: string, body: object) {
  const answer = await app.call('POST', '/v1/packs/gate/backtests', {
    body,
    claims: claimsOf(tenant),
  })
  expect(answer.status).toBe(202)
  const { id } = await answer.json()
  expect(app.backtests).toContain(id)
  return { id, path: `/v1/packs/gate/backtests/${id}` }
}

const depsOf = ({ deps }: TestApp) => ({ ...deps.packs, db: deps.db, reads: deps.reads })

test('what would change is counted with its condition, and erased transactions are left out', async ({
  app,
}) => {
  const { run, claims } = await publishGates(app, 'changes')
  const [first, second, erased] = [await run(), await run(), await run()]
  await app.db.update(transactions).set({ erasedAt: new Date() }).where(eq(transactions.id, erased))
  const { id, path } = await start(app, 'changes', { version: 2 })
  expect(await (await app.call('GET', path, { claims })).json()).toMatchObject({
    status: 'running',
    progress: 0,
  })
  expect(await runBatch(depsOf(app), id)).toEqual({ isDone: true, seen: 3, total: 3 })
  expect(await (await app.call('GET', path, { claims })).json()).toEqual({
    id,
    status: 'completed',
    progress: 1,
    version: 2,
    compared: 2,
    same: 0,
    changed: 2,
    undecidable: 0,
    outcomes: [{ from: 'completed', to: 'rejected', count: 2 }],
    conditions: [{ path: '/steps/1', differed: 2 }],
    missing: [],
    examples: [second, first],
  })
})

const draftOf = (limit: string) => JSON.stringify(gate(limit))

test('a draft is tried as the version that it would be, over the runs of the pack, and is no version', async ({
  app,
}) => {
  const { run, claims } = await publishGates(app, 'drafts')
  const id = await run()
  const [draft, version] = [
    await start(app, 'drafts', { text: draftOf('1000.0'), against: 1 }),
    await start(app, 'drafts', { version: 2 }),
  ]
  const report = async ({ id: backtest, path }: typeof draft) => {
    await runBatch(depsOf(app), backtest)
    return (await app.call('GET', path, { claims })).json()
  }
  const { version: _, id: __, ...published } = await report(version)
  expect(await report(draft)).toEqual({ ...published, id: draft.id })
  expect(published).toMatchObject({ compared: 1, changed: 1, examples: [id] })
  const listed = await (await app.call('GET', '/v1/packs/gate/backtests', { claims })).json()
  expect(listed.backtests.map((one: object) => Object.hasOwn(one, 'version'))).toEqual([
    true,
    false,
  ])
  const pack = await (await app.call('GET', '/v1/packs/gate', { claims })).json()
  expect(pack.versions).toHaveLength(2)
})

test('a draft of another tenant’s sees no run but the caller’s', async ({ app, db }) => {
  const { run } = await publishGates(app, 'own-runs')
  await run()
  await publishGates(app, 'other-runs')
  const { id } = await start(app, 'other-runs', { text: draftOf('1000.0') })
  await runBatch(depsOf(app), id)
  expect((await findBacktest(db, id))?.tally).toMatchObject({ compared: 0, undecidable: 0 })
})

test('what a draft would not be published for is a fault with its place, and no backtest', async ({
  app,
}) => {
  const { claims } = await publishGates(app, 'faulty')
  const ask = (body: object, pack = 'gate') =>
    app.call('POST', `/v1/packs/${pack}/backtests`, { body, claims })
  const text = 'root:\n  kind: module\n  module: nope\n'
  const refused = await ask({ text })
  expect(refused.status).toBe(422)
  const { code, errors = [] } = await readProblem(refused)
  expect(code).toBe('invalid-document')
  expect(errors).toMatchObject([{ pointer: '#/root/module', line: 3 }])
  expect((await readProblem(await ask({ text: 'root: [' }))).code).toBe('invalid-document')
  expect((await readProblem(await ask({ text: draftOf('1.0') }, 'nobodys'))).code).toBe('no-pack')
  for (const body of [{}, { version: 1, text: draftOf('1.0') }, { text: 'x'.repeat(131_073) }])
    expect((await ask(body)).status).toBe(400)
  expect(app.backtests).toEqual([])
})

test('a batch that is tried again counts nothing twice, and only so many runs are asked about', async ({
  app,
}) => {
  const { run } = await publishGates(app, 'twice')
  for (let n = 0; n < 3; n += 1) await run()
  const { id } = await start(app, 'twice', { version: 1, limit: 2 })
  await Promise.all([runBatch(depsOf(app), id), runBatch(depsOf(app), id)])
  await runBatch(depsOf(app), id)
  expect((await findBacktest(app.db, id))?.tally).toMatchObject({ compared: 2, same: 2 })
})

test('a module that was never run makes it undecidable, and is named', async ({ app }) => {
  const { run, claims } = await publishGates(app, 'never')
  await run()
  const root = {
    kind: 'sequence',
    steps: [{ kind: 'module', module: 'emailToken' }, gate('0.0').root],
  }
  const answer = await app.call('POST', '/v1/packs/gate/versions', { body: { root }, claims })
  expect(answer.status).toBe(201)
  const { id } = await start(app, 'never', { version: 3, against: 1 })
  await runBatch(depsOf(app), id)
  expect((await findBacktest(app.db, id))?.tally).toMatchObject({
    compared: 0,
    undecidable: 1,
    missing: [{ step: 'emailToken', why: 'never-ran', count: 1 }],
  })
})

test('a repeated request is the same backtest; one of another tenant, mode or pack is not there', async ({
  app,
}) => {
  const { claims } = await publishGates(app, 'keys')
  const ask = (version: number) =>
    app.call('POST', '/v1/packs/gate/backtests', {
      body: { version },
      claims,
      headers: { 'idempotency-key': 'once' },
    })
  const [first, again] = [await ask(2), await ask(2)]
  const { id } = await first.json()
  expect(await again.json()).toEqual({ id })
  expect((await ask(1)).status).toBe(422)
  const ofDraft = (text: string) =>
    app.call('POST', '/v1/packs/gate/backtests', {
      body: { text },
      claims,
      headers: { 'idempotency-key': 'drafted' },
    })
  const drafted = await (await ofDraft(draftOf('1.0'))).json()
  expect(await (await ofDraft(draftOf('1.0'))).json()).toEqual(drafted)
  expect((await ofDraft(draftOf('2.0'))).status).toBe(422)
  const read = (path: string, who: object) => app.call('GET', path, { claims: who })
  expect((await read(`/v1/packs/gate/backtests/${id}`, claims)).status).toBe(200)
  expect((await read(`/v1/packs/basic/backtests/${id}`, claims)).status).toBe(404)
  expect((await read(`/v1/packs/gate/backtests/${id}`, claimsOf('other'))).status).toBe(404)
  expect((await read(`/v1/packs/gate/backtests/${id}`, { ...claims, mode: 'live' })).status).toBe(
    404,
  )
})

test('of five at once three run, and with Temporal away each of them waits for the sweep', async ({
  app,
}) => {
  const { claims } = await publishGates(app, 'away')
  Object.assign(app.deps.backtests, {
    start: () => Promise.reject(new Problem('unavailable', { reason: 'temporal-away' })),
  })
  const ask = () => app.call('POST', '/v1/packs/gate/backtests', { body: { version: 1 }, claims })
  const answers = await Promise.all(Array.from({ length: 5 }, ask))
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([429, 429, 503, 503, 503])
  const left = await app.db.select().from(packBacktests).where(eq(packBacktests.tenant, 'away'))
  expect(left.map(({ status }) => status)).toEqual(['running', 'running', 'running'])
})

test('403 without the scope, 404 for what is not published, 429 while three run', async ({
  app,
}) => {
  const { claims } = await publishGates(app, 'refused')
  const ask = (body: object, who: object = claims) =>
    app.call('POST', '/v1/packs/gate/backtests', { body, claims: who })
  expect((await ask({ version: 1 }, { tenant: 'refused' })).status).toBe(403)
  expect((await ask({ version: 9 })).status).toBe(404)
  expect((await ask({ version: 0 })).status).toBe(400)
  for (let n = 0; n < 3; n += 1) expect((await ask({ version: 1 })).status).toBe(202)
  const refused = await ask({ version: 1 })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
})

test('a shadow is evaluated in the commit that ends a run, sends nothing, and stands in its report', async ({
  app,
}) => {
  const { run, claims } = await publishGates(app, 'shadow')
  expect((await app.call('GET', '/v1/packs/gate/shadow', { claims })).status).toBe(404)
  const live = await app.call('PUT', '/v1/packs/gate/live', {
    body: { version: 1, shadow: 2, message: 'why' },
    claims,
  })
  expect(live.status).toBe(200)
  const id = await run()
  const report = await app.call('GET', '/v1/packs/gate/shadow', { claims })
  expect(await report.json()).toMatchObject({
    version: 2,
    compared: 1,
    changed: 1,
    outcomes: [{ from: 'completed', to: 'rejected', count: 1 }],
    conditions: [{ path: '/steps/1', differed: 1 }],
    examples: [id],
  })
})

test('a shadow that throws harms nothing', async ({ app }) => {
  const { run, claims } = await publishGates(app, 'throws')
  await app.call('PUT', '/v1/packs/gate/live', {
    body: { version: 1, shadow: 2, message: 'why' },
    claims,
  })
  const { versions } = app.deps.packs
  const find = versions.find.bind(versions)
  Object.assign(versions, {
    find: (...asked: Parameters<typeof find>) => {
      if (asked[3] === 2) throw new Error('a shadow that throws')
      return find(...asked)
    },
  })
  const before = await app.db.$count(packShadows)
  const id = await run()
  const answer = await app.call('GET', `/v1/packs/gate/${id}`, { claims })
  expect(await answer.json()).toMatchObject({ status: 'completed', packVersion: 1 })
  expect(await app.db.$count(packShadows)).toBe(before)
  expect(app.log.join('\n')).toContain('a shadow could not be evaluated')
})

/** As a version from before growth was refused stands in the database. */
async function storeGrowing(app: TestApp, tenant: string): Promise<number> {
  const { root } = gateOf(growing)
  const named = { kind: 'pack', tenant, name: 'gate' } as const
  const publication = { document: { root }, expanded: { root } }
  const published = await app.deps.db.transaction((tx) =>
    publish(tx, named, publication, { by: 'team-risk', mode: 'sandbox' }),
  )
  return published.version
}

test('a stored version whose condition may grow is unanswered in a backtest and in a shadow', async ({
  app,
}) => {
  const { run, claims } = await publishGates(app, 'grown')
  await run()
  const version = await storeGrowing(app, 'grown')
  const { id } = await start(app, 'grown', { version, against: 1 })
  expect(await processorMs(() => runBatch(depsOf(app), id))).toBeLessThan(1_000)
  const unanswered = { compared: 1, changed: 1 }
  const counted = [{ from: 'completed', to: 'review', count: 1 }]
  expect((await findBacktest(app.db, id))?.status).toBe('completed')
  const report = await app.call('GET', `/v1/packs/gate/backtests/${id}`, { claims })
  expect(await report.json()).toMatchObject({ ...unanswered, outcomes: counted })

  const body = { version: 1, shadow: version, message: 'why' }
  expect((await app.call('PUT', '/v1/packs/gate/live', { body, claims })).status).toBe(200)
  expect(await processorMs(run)).toBeLessThan(1_000)
  const shadow = await app.call('GET', '/v1/packs/gate/shadow', { claims })
  expect(await shadow.json()).toMatchObject({ ...unanswered, outcomes: counted })
})

test('one that is gone is not gone on with', async ({ app }) => {
  expect(await runBatch(depsOf(app), newId())).toBeUndefined()
  const id = newId()
  const row = { id, tenant: 'gone', mode: 'sandbox', owner: '*', name: 'gone', version: 1 } as const
  const [limit, createdAt] = [10, new Date()]
  await insertBacktest(app.db, { ...row, since: createdAt, limit, tally: nothing, createdAt })
  await expect(runBatch(depsOf(app), id)).rejects.toThrow('version is not stored')
})

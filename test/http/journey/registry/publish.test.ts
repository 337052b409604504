// publishPack, listPacks, readPack, readPackVersion, setLivePack: what teams do with their packs.
import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { publish as publishVersion } from '#src/journey/registry/publish.ts'
import { registryLive, registryRollouts, registryVersions } from '#src/journey/registry/table.ts'
import { audit } from '#src/platform/audit/table.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'
import { test as base } from '#test/db/fixture.ts'
import { eq } from 'drizzle-orm'
import { processorMs } from '#test/support/machine/processor.ts'

type Suite = { app: TestApp; name: string; publish: Publish }
type Publish = (
  body: unknown,
  options?: Parameters<TestApp['call']>[2],
) => ReturnType<TestApp['call']>

const writes = { scope: 'packs:write packs:live reports:read', sub: 'team-risk' }
const test = base.extend('suite', async ({ db }): Promise<Suite> => {
  const app = await createTestApp(db)
  const name = `p-${randomUUID()}`
  const publish: Publish = (body, options = {}) =>
    app.call('POST', `/v1/packs/${name}/versions`, { body, claims: writes, ...options })
  return { app, name, publish }
})

const score = { kind: 'module', module: 'score' }
const rooted = (deadlineSeconds: number) => ({ root: { ...score, deadlineSeconds } })
const yaml = (text: string) => ({
  body: text,
  headers: { 'content-type': 'application/yaml' },
  claims: writes,
})

describe('publishing', () => {
  test('gives the next version, and the same document the version that it has', async ({
    suite,
  }) => {
    const { publish, name } = suite
    const first = await publish({ ...rooted(1), message: 'the first' })
    expect(first.status).toBe(201)
    const told = await first.json()
    expect(told).toEqual({ name, version: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const second = await publish(rooted(2))
    expect([second.status, (await second.json()).version]).toEqual([201, 2])
    // Its message is outside of it, and so is how it is written.
    const again = await suite.app.call('POST', `/v1/packs/${name}/versions`, {
      ...yaml(
        '$schema: x\nroot:\n  deadlineSeconds: 1\n  module: score\n  kind: module\nmessage: other',
      ),
    })
    expect([again.status, await again.json()]).toEqual([200, told])
  })

  test('by twenty at once gives each document one version, and each version one document', async ({
    suite,
  }) => {
    const { publish, app, name } = suite
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => publish(rooted(1 + (n % 10)))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    const { versions } = await (await app.call('GET', `/v1/packs/${name}`)).json()
    expect(versions.map(({ version }: { version: number }) => version)).toEqual(
      Array.from({ length: 10 }, (_, n) => n + 1),
    )
  })

  test('needs the scope, and a name that a path can hold', async ({ suite }) => {
    const { app, publish } = suite
    expect((await publish(rooted(1), { claims: { scope: 'credit:read' } })).status).toBe(403)
    const other = await app.call('POST', '/v1/packs/Not-A-Name/versions', {
      body: rooted(1),
      claims: writes,
    })
    expect(other.status).toBe(404)
  })

  test('says who, when and why, and keeps it in an audit row', async ({ suite, db }) => {
    const { app, publish, name } = suite
    await publish({ ...rooted(1), message: 'because' })
    await app.call('PUT', `/v1/packs/${name}/live`, {
      body: { version: 1, message: 'why' },
      claims: writes,
    })
    const { versions } = await (await app.call('GET', `/v1/packs/${name}`)).json()
    expect(versions).toMatchObject([{ publishedBy: 'team-risk', message: 'because' }])
    const rows = await db.select().from(audit).where(eq(audit.object, name)).orderBy(audit.seq)
    const actor = expect.stringMatching(/^[\da-f]{32}$/)
    expect(
      rows.map(({ action, actor: who, mode, details }) => [action, who, mode, details]),
    ).toEqual([
      ['pack.published', actor, 'sandbox', { version: 1, hasMessage: true }],
      ['pack.rolled-out', actor, 'sandbox', { version: 1, percent: 100, hasMessage: true }],
    ])
    expect(rows.map(({ requestId }) => typeof requestId)).toEqual(['string', 'string'])
  })

  test('returns a document as it was published', async ({ suite }) => {
    const { app, publish, name } = suite
    await publish(rooted(7))
    const read = await app.call('GET', `/v1/packs/${name}/versions/1`)
    expect([read.status, await read.json()]).toEqual([200, rooted(7)])
    for (const version of ['2', '0', 'x'])
      expect((await app.call('GET', `/v1/packs/${name}/versions/${version}`)).status).toBe(404)
  })
})

describe('a document that does not hold', () => {
  const when = (condition: string) => `
root:
  kind: sequence
  steps:
    - { kind: module, module: score }
    - kind: when
      of: [score]
      condition: ${condition}
      run: { kind: stop, outcome: rejected, reason: low }
`
  test.for<[string, string, object]>([
    [
      'an unknown field',
      'root:\n  kind: module\n  modul: score',
      { pointer: '#/root/modul', line: 3 },
    ],
    [
      'an unknown module',
      'root:\n  kind: module\n  module: nothing',
      { pointer: '#/root/module', line: 3 },
    ],
    [
      'a condition over a field that is not there',
      when('score.results[0].valeu < 30'),
      { pointer: '#/root/steps/1/condition', line: 8, column: 18 + 17 },
    ],
    ['a condition of numbers for an answer', when('score.results[0].value'), { line: 8 }],
    [
      'a condition that explodes',
      when(`score.results.exists(a, score.results.exists(b, score.results.exists(c, true)))`),
      { line: 8 },
    ],
    ['a duplicate key', 'root: {}\nroot: {}', { line: 2, column: 1 }],
    [
      'a message that is a list',
      'root: { kind: module, module: score }\nmessage: []',
      { pointer: '#/message', line: 2 },
    ],
  ])('with %s is refused with its place', async ([, text, fault], { suite }) => {
    const answer = await suite.publish(text, yaml(text))
    expect(answer.status).toBe(422)
    const { errors } = await readProblem(answer)
    expect(errors).toContainEqual(expect.objectContaining(fault))
  })

  test('that is not JSON is refused as every such body, with its place', async ({ suite }) => {
    const answer = await suite.publish('{"root": nothing}')
    expect(answer.status).toBe(400)
    expect(await readProblem(answer)).toMatchObject({
      errors: [{ code: 'not-json', line: 1, column: 11 }],
    })
  })

  test.for<[string, () => string, number]>([
    ['of 5 MB', () => `root: ${'x'.repeat(5_000_000)}`, 413],
    ['of just over 128 KiB', () => `root: ${'x'.repeat(131_067)}`, 413],
    ['of 10 000 modules', () => `root: {kind: sequence, steps: [${'{},'.repeat(15_000)}]}`, 422],
    [
      'of 201 steps',
      () =>
        JSON.stringify({
          root: {
            kind: 'sequence',
            steps: Array.from({ length: 200 }, (_, n) => ({ kind: 'module', module: `m${n}` })),
          },
        }),
      422,
    ],
    ['that nests deep', () => `${'{root: '.repeat(7_000)}1${'}'.repeat(7_000)}`, 422],
    [
      'that is a bomb of aliases',
      () =>
        Array.from({ length: 20 }, (_, n) =>
          n === 0 ? 'a0: &a0 [x, x]' : `a${n}: &a${n} [${`*a${n - 1}, `.repeat(9)}]`,
        ).join('\n'),
      422,
    ],
  ])('%s is refused in bounded time', async ([, text, status], { suite }) => {
    const body = text()
    const spent = await processorMs(async () =>
      expect((await suite.publish(body, yaml(body))).status).toBe(status),
    )
    expect(spent).toBeLessThan(3_000)
  })
})

describe('what is live', () => {
  const runOf = async ({ app, name }: Suite, claims = {}) => {
    const id = await createTransaction(app, {}, claims)
    const answer = await app.call('GET', `/v1/packs/${name}/${id}`, { claims })
    return answer.status === 200 ? (await answer.json()).packVersion : answer.status
  }
  const live = { mode: 'live' } as const

  test('is the first version of a name at once, in the mode of its publisher alone', async ({
    suite,
  }) => {
    await suite.publish(rooted(1))
    await suite.publish(rooted(2))
    expect(await runOf(suite)).toBe(1)
    expect(await runOf(suite, live)).toBe(409)
  })

  test('changes by a rollout, which a credential of sandbox does in sandbox alone', async ({
    suite,
  }) => {
    const { app, name, publish } = suite
    for (const n of [1, 2, 3]) await publish(rooted(n))
    const put = (body: object, claims: object = writes) =>
      app.call('PUT', `/v1/packs/${name}/live`, { body: { message: 'why', ...body }, claims })
    expect((await put({ version: 1 }, { ...writes, ...live })).status).toBe(200)
    const answer = await put({ version: 3, percent: 40, shadow: 2 })
    expect(await answer.json()).toMatchObject({
      live: [
        { version: 3, percent: 40 },
        { version: 1, percent: 60 },
      ],
      shadow: 2,
    })
    expect(new Set(await Promise.all(Array.from({ length: 12 }, () => runOf(suite))))).toEqual(
      new Set([1, 3]),
    )
    expect(await runOf(suite, live)).toBe(1)
    await put({ version: 2 })
    expect(await runOf(suite)).toBe(2)
  })

  test('is refused for what is not there', async ({ suite }) => {
    const { app, name, publish } = suite
    const put = (body: object, claims: object = writes) =>
      app.call('PUT', `/v1/packs/${name}/live`, { body: { message: 'why', ...body }, claims })
    expect((await put({ version: 1 })).status).toBe(404)
    await publish(rooted(1))
    expect((await put({ version: 2 })).status).toBe(404)
    expect((await put({ version: 1, shadow: 2 })).status).toBe(404)
    expect((await put({ version: 1 }, {})).status).toBe(403)
    const refused = await put({ version: 1, percent: 50 }, { ...writes, ...live })
    expect([refused.status, (await readProblem(refused)).code]).toEqual([422, 'nothing-live'])
    expect((await put({ version: 1 }, { ...writes, tenant: 'other' })).status).toBe(404)
  })

  test('is what the tenant has under a name that a release took later, and the service is not offered', async ({
    db,
  }) => {
    const app = await createTestApp(db)
    const tenant = `t${Date.now()}`
    const claims = { ...writes, tenant }
    const taken = { kind: 'pack', tenant, name: 'basic' } as const
    const who = { by: 'team-risk', mode: 'sandbox', mayRollOut: true } as const
    // As it was stored before the name was the service's.
    const before = { ...taken, name: `earlier-${tenant}` }
    await publishVersion(db, before, { document: rooted(5), expanded: rooted(5) }, who)
    for (const table of [registryVersions, registryLive, registryRollouts])
      await db.update(table).set({ name: 'basic' }).where(eq(table.name, before.name))

    const published = await app.call('POST', '/v1/packs/basic/versions', {
      body: rooted(6),
      claims,
    })
    expect(published.status).toBe(201)
    const own = await (await app.call('GET', '/v1/packs', { claims })).json()
    const others = await (await app.call('GET', '/v1/packs')).json()
    const basicIn = (list: { name: string }[]) => list.find(({ name }) => name === 'basic')
    expect(basicIn(own)).toMatchObject({
      live: [{ version: 1, percent: 100 }],
      versions: [{ publishedBy: 'team-risk' }, { publishedBy: 'team-risk' }],
    })
    expect(basicIn(others)).toMatchObject({ versions: [{ publishedBy: 'service' }] })
    const { root } = await (await app.call('GET', '/v1/packs/basic/versions/1', { claims })).json()
    expect(root.deadlineSeconds).toBe(5)
    const inLive = { ...claims, ...live }
    const id = await createTransaction(app, {}, inLive)
    const answer = await app.call('GET', `/v1/packs/basic/${id}`, { claims: inLive })
    expect([answer.status, (await readProblem(answer)).code]).toEqual([409, 'not-live-here'])
  })

  test.for(['basic', 'onboarding', 'service'])(
    '%s is a name of the service',
    async (name, { suite }) => {
      const answer = await suite.app.call('POST', `/v1/packs/${name}/versions`, {
        body: rooted(1),
        claims: writes,
      })
      expect([answer.status, (await readProblem(answer)).code]).toEqual([409, 'name-reserved'])
    },
  )

  test('changes only where nobody was faster, who names what was read', async ({ suite }) => {
    const { app, name, publish: send } = suite
    for (const n of [1, 2, 3]) await send(rooted(n))
    const put = (version: number, ifMatch?: string) =>
      app.call('PUT', `/v1/packs/${name}/live`, {
        body: { version, message: 'why' },
        claims: writes,
        headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
      })
    const read = await app.call('GET', `/v1/packs/${name}`, { claims: writes })
    const tag = read.headers.get('etag') ?? ''
    const first = await put(2, tag)
    expect(first.status).toBe(200)
    const second = await put(3, tag)
    expect([second.status, (await readProblem(second)).code]).toEqual([412, 'changed-meanwhile'])
    expect((await put(3, first.headers.get('etag') ?? '')).status).toBe(200)
    expect((await put(1, '*')).status).toBe(200)
    expect(await runOf(suite)).toBe(1)
  })

  test('needs a reason', async ({ suite }) => {
    await suite.publish(rooted(1))
    const answer = await suite.app.call('PUT', `/v1/packs/${suite.name}/live`, {
      body: { version: 1 },
      claims: writes,
    })
    expect(answer.status).toBe(400)
  })

  test('grows in steps that keep whom they have, and goes back', async ({ suite }) => {
    const { app, name, publish: send } = suite
    for (const n of [1, 2]) await send(rooted(n))
    const put = (body: object) =>
      app.call('PUT', `/v1/packs/${name}/live`, {
        body: { message: 'why', ...body },
        claims: writes,
      })
    const ids = await Promise.all(Array.from({ length: 16 }, () => createTransaction(app)))
    // A further run each time, of what is live then.
    const versions = () =>
      Promise.all(
        ids.map(async (id) => {
          const answer = await app.call('POST', `/v1/packs/${name}/${id}`, { body: {} })
          return (await answer.json()).packVersion
        }),
      )
    await put({ version: 2, percent: 30 })
    const before = await versions()
    await put({ version: 2, percent: 70 })
    const after = await versions()
    expect(before.filter((one, at) => one === 2 && after[at] !== 2)).toEqual([])
    await put({ version: 1 })
    expect(new Set(await versions())).toEqual(new Set([1]))
  })

  test('is told apart from what there is not, and from what is live elsewhere', async ({
    suite,
  }) => {
    const { app, name, publish: send } = suite
    await send(rooted(1))
    await send(rooted(2))
    const codeOf = async (path: string, body: object | undefined, claims: object = {}) => {
      const answer = await app.call(body ? 'POST' : 'GET', path, { ...(body && { body }), claims })
      return answer.status < 400 ? answer.status : (await readProblem(answer)).code
    }
    const id = await createTransaction(app)
    expect(await codeOf(`/v1/packs/no-such-pack/${id}`, undefined)).toBe('no-pack')
    expect(await codeOf(`/v1/packs/no-such-pack/${id}`, { version: 1 })).toBe('no-pack')
    expect(await codeOf(`/v1/packs/${name}/${id}`, { version: 3 })).toBe('no-version')
    expect(await codeOf(`/v1/packs/${name}/${id}`, { version: 2 })).toBe('not-live-here')
    expect(await codeOf(`/v1/packs/${name}/${id}`, { version: 1 })).toBe(202)
    const inLive = await createTransaction(app, {}, live)
    expect(await codeOf(`/v1/packs/${name}/${inLive}`, { version: 1 }, live)).toBe('not-live-here')
    expect(await codeOf(`/v1/packs/${name}/${inLive}`, undefined, live)).toBe('not-live-here')
  })

  test('changed during a run leaves the run with its version', async ({ suite }) => {
    const { app, name, publish } = suite
    await publish(rooted(1))
    const id = await createTransaction(app)
    const path = `/v1/packs/${name}/${id}`
    expect((await (await app.call('GET', path)).json()).packVersion).toBe(1)
    await publish(rooted(2))
    await app.call('PUT', `/v1/packs/${name}/live`, {
      body: { version: 2, message: 'why' },
      claims: writes,
    })
    expect((await (await app.call('GET', path)).json()).packVersion).toBe(1)
    expect((await (await app.call('POST', path, { body: {} })).json()).packVersion).toBe(2)
  })
})

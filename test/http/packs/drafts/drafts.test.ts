// A draft of a pack: checked, drawn, tried and compared as a publication would be, and nothing of it is kept.
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { registryVersions } from '#src/journey/registry/table.ts'
import { audit } from '#src/platform/audit/table.ts'
import { type CallOptions, type TestApp } from '#test/support/app.ts'
import { readProblem } from '#test/support/transactions.ts'
import { testOn } from '#test/support/app-fixture.ts'

const test = testOn()

const scope = 'packs:write transactions:read'
const yaml = { 'content-type': 'application/yaml' }
/** Each its own, so that none waits for the limit of another. */
const somebody = () => ({ claims: { scope, sub: `s-${randomUUID()}` } })

const gate = (least: number) => `root:
  kind: sequence
  steps:
    - kind: module
      module: score
    - kind: when
      of: [score]
      condition: score.results[0].value < ${least}
      run: { kind: stop, outcome: rejected, reason: low }
`
const cases = (outcome: string) => `cases:
  - name: a low score
    results: { score: [{ value: 10 }] }
    expect: { outcome: ${outcome} }
`

const draft = (app: TestApp, text: string, more = {}, options: CallOptions = somebody()) =>
  app.call('POST', '/v1/packs/drafted/draft', { body: { text, ...more }, ...options })

test('200: a sound text is drawn and said in words, and nothing of it is kept', async ({ app, db }) => {
  const by = somebody()
  const answer = await draft(app, gate(30), {}, by)
  expect(answer.status).toBe(200)
  const body = await answer.json()
  expect(body.faults).toEqual([])
  expect(body.drawing).toMatch(/^<svg /)
  expect(body.steps).toMatchObject({ words: 'one after the other', steps: [{ words: 'score' }, {}] })
  expect(body).not.toHaveProperty('cases')
  expect(body).not.toHaveProperty('difference')
  expect(await db.select().from(registryVersions).where(eq(registryVersions.name, 'drafted'))).toEqual([])
  expect(await db.select().from(audit).where(eq(audit.object, 'drafted'))).toEqual([])
}) // prettier-ignore

test.for([
  ['a text that is no YAML', 'root: [', { pointer: '', line: 1 }],
  ['an unknown field', 'root: { kind: module, module: score }\nroots: 1\n', { pointer: '/roots', line: 2, column: 8 }],
  ['an unknown module', 'root:\n  kind: module\n  module: nope\n', { pointer: '/root/module', line: 3 }],
  ['a condition that is none', gate(30).replace('score.results', 'score.result'), { pointer: '/root/steps/1/condition', line: 8 }],
  ['a case of a step that is not there', gate(30) + cases('rejected').replace('score', 'scored').replace('score:', 'nope:'), { line: 12 }],
] as const)('200: %s is a fault with its place, as a publication of it would say', async ([, text, at], { app }) => {
  const { faults, drawing } = await (await draft(app, text)).json()
  expect(faults[0]).toMatchObject({ ...at, detail: expect.any(String) })
  expect(drawing).toBeUndefined()
  const published = await app.call('POST', '/v1/packs/drafted/versions', { body: text, headers: yaml, ...somebody() })
  expect(published.status).toBe(422)
  const { errors = [] } = await readProblem(published)
  expect(errors.map(({ pointer, line }: { pointer: string; line?: number }) => [pointer, line])).toEqual(
    faults.map(({ pointer, line }: { pointer: string; line?: number }) => [`#${pointer}`, line]),
  )
}) // prettier-ignore

test('200: it is said in words of the language that the caller prefers', async ({ app }) => {
  const asked = { ...somebody(), headers: { 'accept-language': 'pt-BR' } }
  const { drawing, steps } = await (await draft(app, gate(30), {}, asked)).json()
  expect(steps.words).toBe('um após o outro')
  expect(drawing).toContain('>sim</text>')
})

test('200: its test cases are run when that is asked for, and one that fails is a fault with its line', async ({
  app,
}) => {
  const by = somebody()
  const sound = await (await draft(app, gate(30) + cases('rejected'), { run: true }, by)).json()
  expect(sound.faults).toEqual([])
  expect(sound.cases).toMatchObject({ held: 1, failed: 0, coverage: { parts: 4, reached: 3 } })
  const wrong = await (await draft(app, gate(30) + cases('approved'), { run: true }, by)).json()
  expect(wrong.faults).toEqual([
    {
      pointer: '/cases/0',
      detail: 'outcome is "rejected", and not "approved"',
      line: 11,
      column: 5,
    },
  ])
  expect(wrong.cases).toMatchObject({ held: 0, failed: 1 })
  expect(wrong.drawing).toMatch(/^<svg /)
  // Without being asked it is not known whether it holds.
  expect((await (await draft(app, gate(30) + cases('approved'), {}, by)).json()).faults).toEqual([])
})

test('200: it is compared with a version, whose text it can begin with', async ({ app }) => {
  const by = somebody()
  const path = '/v1/packs/compared'
  await app.call('POST', `${path}/versions`, {
    body: gate(30) + cases('rejected'),
    headers: yaml,
    ...by,
  })
  const source = await (await app.call('GET', `${path}/versions/1/source`, by)).json()
  const text = `${source.document}${source.cases}`
  const post = (body: string, from: number) =>
    app.call('POST', `${path}/draft`, { body: { text: body, from }, ...by })
  const same = await (await post(text, 1)).json()
  expect(same.faults).toEqual([])
  expect(same.difference.rows.every((row: { same: boolean }) => row.same)).toBe(true)
  const other = await (await post(text.replace('< 30', '< 40'), 1)).json()
  expect(other.difference.rows.filter((row: { same: boolean }) => !row.same)).toEqual([
    { left: expect.stringContaining('< 30'), right: expect.stringContaining('< 40'), same: false },
  ])
  expect((await readProblem(await post(text, 2))).code).toBe('no-version')
  expect((await app.call('GET', `${path}/versions/2/source`, by)).status).toBe(404)
  const stranger = { claims: { scope, tenant: `t-${randomUUID()}` } }
  expect((await readProblem(await app.call('GET', `${path}/versions/1/source`, stranger))).code).toBe('no-pack') // prettier-ignore
})

test('200: the largest pack of the service is copied with all its test cases, and published under another name', async ({
  app,
}) => {
  const by = somebody()
  const { document, cases: tried } = await (
    await app.call('GET', '/v1/packs/onboarding/versions/3/source', by)
  ).json()
  const text = `${document}${tried}`
  const answer = await (await draft(app, text, { run: true }, by)).json()
  expect(answer.faults).toEqual([])
  expect(answer.cases).toMatchObject({ failed: 0, held: expect.any(Number) })
  expect(answer.cases.held).toBeGreaterThan(50)
  const published = await app.call('POST', '/v1/packs/copied/versions', {
    body: text,
    headers: yaml,
    ...by,
  })
  expect(published.status).toBe(201)
})

test('403 without packs:write, 400 beyond 128 KiB, 429 beyond ten at once of one credential and not of another', async ({
  app,
}) => {
  const reader = { claims: { scope: 'transactions:read' } }
  expect((await readProblem(await draft(app, gate(1), {}, reader))).code).toBe('scope-missing')
  expect((await draft(app, `# ${'x'.repeat(131_072)}`)).status).toBe(400)
  const by = somebody()
  const answers = await Promise.all(Array.from({ length: 12 }, () => draft(app, 'root: [', {}, by)))
  const limited = answers.filter(({ status }) => status === 429)
  expect(limited.length).toBeGreaterThan(0)
  expect(limited[0]?.headers.get('retry-after')).toBe('2')
  expect((await draft(app, 'root: [')).status).toBe(200)
})

test('429: of one credential the test cases of one draft at a time are run', async ({ app }) => {
  const by = somebody()
  const asked = Array.from({ length: 3 }, () =>
    draft(app, gate(30) + cases('rejected'), { run: true }, by),
  )
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  const later = await draft(app, gate(30) + cases('rejected'), { run: true }, by)
  expect(later.status).toBe(200)
})

test('200: the text of the service’s own packs is sound as it is read', async ({ app, db }) => {
  const names = await db.execute<{ name: string; version: number }>(
    sql`select name, max(version)::int as version from ${registryVersions} where tenant = '*' and kind = 'pack' group by name`,
  )
  const by = somebody()
  for (const { name, version } of names) {
    const path = `/v1/packs/${name}/versions/${version}/source`
    const source = await (await app.call('GET', path, by)).json()
    expect([name, (await (await draft(app, source.document, {}, by)).json()).faults]).toEqual([name, []]) // prettier-ignore
  }
})

// The document itself: valid, complete, and of exactly what is served.
import { RE2JS } from '@bufbuild/re2'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'vitest'
import { capabilities } from '#src/main/capabilities.ts'
import { errors } from '#src/platform/errors.ts'
import { createRoutes } from '#src/main/routes.ts'
import { test as base } from '#test/db/fixture.ts'
import { createTestApp } from '#test/support/app.ts'
import { anyPath, findFaults, isBearer, readDocument } from './document.ts'
import type { JsonSchema } from './from-schema.ts'
import { everyScope } from '#test/support/token.ts'

const test = base
  .extend('app', { scope: 'file' }, ({ db }) => createTestApp(db))
  .extend('document', { scope: 'file' }, ({ app }) => readDocument(app))

test('the document is valid OpenAPI 3.1', async ({ document }) => {
  const result = await new Validator().validate({ ...document.raw })
  expect(result.errors ?? []).toEqual([])
  expect(document.raw.openapi).toMatch(/^3\.1\./)
})

test('operation ids are unique', ({ document }) => {
  const ids = document.operations.map(({ operationId }) => operationId)
  expect(ids).toEqual([...new Set(ids)])
})

test('every summary begins with a verb', ({ document }) => {
  const firsts = document.operations.map(({ summary = '' }) => summary.split(' ')[0] ?? '')
  expect([...new Set(firsts)].filter((one) => !verbs.includes(one))).toEqual([])
})

const verbs =
  'Advance Answer Appeal Ask Backtest Bring Buy Call Change Check Claim Compare Confirm Correct Create Decide Deny Describe Draw End Erase Find Get Give Judge Keep Let Lift List Make Name Pause Publish Put Query Read Receive Recognise Refuse Register Reply Rerun Revoke Run Say Send Set Show Start Tell Try Validate Verify Walk'.split(
    ' ',
  )

test('webhooks have a tag that no operation has, so that no class of a generator is written twice', ({
  document,
}) => {
  const used = new Set(document.operations.flatMap(({ tags }) => tags))
  const sent = Object.values(document.raw.webhooks).flatMap(({ post }) => post.tags)
  expect(sent.filter((tag) => used.has(tag))).toEqual([])
  expect(document.raw.webhooks['step.call']?.post.tags).toEqual(['Sent calls'])
})

test('no body has two names of JSON, of which a generated client could only send the last', ({
  document,
}) => {
  const twice = document.operations.filter(({ requestBody }) => {
    const types = Object.keys(requestBody?.content ?? {})
    return types.filter((type) => /[/+]json$/.test(type)).length > 1
  })
  expect(twice.map(({ operationId }) => operationId)).toEqual([])
})

test('no pattern needs more than RE2 has, and nothing has several types, which have none in Go and Java', async ({
  app,
}) => {
  const [patterns, mixed] = [new Set<string>(), new Set<string>()]
  const visit = (part: unknown, path: string): void => {
    if (typeof part !== 'object' || part === null) return
    if ('pattern' in part && typeof part.pattern === 'string') patterns.add(part.pattern)
    if (typesOf(part).size > 1) mixed.add(path)
    for (const [key, one] of Object.entries(part))
      if (key !== 'x-takes') visit(one, `${path}/${key}`)
  }
  visit(JSON.parse(await (await app.call('GET', '/openapi.json')).text()), '#')
  expect([...patterns].filter((one) => !isRe2(one))).toEqual([])
  expect([...mixed]).toEqual([])
})

test('no schema has a field of its own type, which a generated struct of Rust could not hold', async ({
  app,
}) => {
  const told = JSON.parse(await (await app.call('GET', '/openapi.json')).text())
  const schemas: Record<string, JsonSchema> = told.components.schemas
  const own = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).flatMap(([field, { $ref: ref }]) =>
      ref === `#/components/schemas/${name}` ? [`${name}.${field}`] : [],
    ),
  )
  expect(own).toEqual([])
})

/** Besides null; a reference is to an object. */
function typesOf(schema: JsonSchema): Set<string> {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return new Set(options.flatMap((one) => [...typesOf(one)]))
  const types = schema.$ref === undefined ? [schema.type ?? []].flat() : ['object']
  const known = types.map((type) => (type === 'integer' ? 'number' : type))
  return new Set(known.filter((type) => type !== 'null'))
}

/** RE2 is the engine of Go, and of Rust but for its name. */
function isRe2(pattern: string): boolean {
  try {
    RE2JS.compile(pattern)
    return true
  } catch {
    return false
  }
}

test('every operation, parameter, component and tag is described', ({ document }) => {
  const lacking = [
    ...document.operations
      .filter((one) => !one.summary || !one.description)
      .map((one) => one.operationId),
    ...document.operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.filter((one) => !one.description).map(({ name }) => `${operationId} ${name}`),
    ),
    ...Object.entries(document.schemas)
      .filter(([, schema]) => !('description' in schema))
      .map(([name]) => name),
  ]
  expect(lacking).toEqual([])
  const used = new Set(document.operations.flatMap(({ tags }) => tags))
  const described = document.raw.tags.filter(({ description }) => description)
  expect(described.map(({ name }) => name)).toEqual([...used, 'Sent events', 'Sent calls'])
})

test('the introduction is short, each page that it names is there, and the sandbox has its table', async ({
  app,
  document,
}) => {
  const { info, tags } = document.raw
  expect(info.description.length).toBeLessThan(2_000)
  const named = [...info.description.matchAll(/\]\((\/docs\/[^)]+)\)/g)].map(
    ([, path = '']) => path,
  )
  expect(named).toHaveLength(4)
  for (const path of named) expect((await app.call('GET', path)).status, path).toBe(200)
  expect(tags.find(({ name }) => name === 'Sandbox')?.description).toContain(
    '| of | value | what happens |',
  )
})

test('the examples of components hold to their schemas', ({ document }) => {
  const wrong = Object.entries(document.schemas)
    .filter(([, schema]) => schema.example !== undefined)
    .filter(([, schema]) => !document.validator(schema)(schema.example))
  expect(wrong.map(([name]) => name)).toEqual([])
})

test('a documented path takes the documented methods and no other', async ({ app, document }) => {
  const wrong: string[] = []
  for (const path of new Set(document.operations.map((one) => one.path))) {
    const declared = document.operations.filter((one) => one.path === path)
    const allowed = declared.map(({ method }) => method.toUpperCase())
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await app.call(method, anyPath({ path }))
      const allow = (headers.get('allow') ?? '').split(', ').filter((one) => one !== 'HEAD')
      const isRight = allowed.includes(method)
        ? status !== 405
        : status === 405 && allow.toSorted().join() === allowed.toSorted().join()
      if (!isRight) wrong.push(`${method} ${path} ${status}`)
    }
  }
  expect(wrong).toEqual([])
})

test('what is served and not documented are pages and files, open to everybody', async ({
  app,
  document,
}) => {
  const probes = { postgres: async () => true, temporal: async () => true, worker: () => true }
  const routes = createRoutes(app.deps, capabilities, probes)
  const documented = new Set(document.operations.map(({ method, path }) => `${method} ${path}`))
  const hidden = routes
    .map(({ route }) => route)
    .filter(({ method, paths }) => !documented.has(`${method} ${paths[0]}`))
  expect(routes).toHaveLength(documented.size + hidden.length)
  // The forms of the hosted page are no operations of clients.
  const isForm = ({ auth, paths }: (typeof hidden)[number]) =>
    auth === 'link' && /^\/c($|\/)/.test(paths[0])
  const unlikely = hidden
    .filter((route) => !isForm(route))
    .filter((route) => route.method !== 'get' || route.auth !== 'none')
  expect(unlikely.map(({ operationId }) => operationId)).toEqual([])
})

test('a missing or senseless credential is 401 with WWW-Authenticate wherever one is declared', async ({
  app,
  document,
}) => {
  const wrong: string[] = []
  for (const operation of document.operations.filter(isBearer)) {
    for (const authorization of [
      '',
      'Bearer',
      'Bearer x.y.z',
      'Basic dTpw',
      `Bearer ${'x'.repeat(5000)}`,
    ]) {
      // prettier-ignore
      const response = await app.call(operation.method.toUpperCase(), anyPath(operation), {
        headers: { authorization },
      })
      if (response.status !== 401) wrong.push(`${operation.operationId} ${response.status}`)
      wrong.push(...(await findFaults(document, operation, response)))
    }
  }
  expect(wrong).toEqual([])
})

test('a body of an undeclared media type is 415', async ({ app, document }) => {
  const wrong: string[] = []
  for (const operation of document.operations.filter(({ requestBody }) => requestBody)) {
    for (const type of ['text/plain', 'application/xml', 'application/json; charset=latin1', 'x']) {
      const response = await app.call(operation.method.toUpperCase(), anyPath(operation), {
        headers: { 'content-type': type },
        body: '{}',
        claims: { scope: everyScope },
      })
      if (response.status !== 415) wrong.push(`${operation.operationId} ${response.status}`)
      wrong.push(...(await findFaults(document, operation, response)))
    }
  }
  expect(wrong).toEqual([])
})

test('no schema within another has the name, once generators have made one, of a third', ({
  document,
}) => {
  const made = Object.entries(document.schemas).flatMap(([name, schema]) =>
    namesWithin(name, schema),
  )
  expect(made.length).toBeGreaterThan(50)
  expect(made.filter((name) => name in document.schemas)).toEqual([])
})

test('every code of the document has its page, and no code is missing in the list', async ({
  app,
  document,
}) => {
  const text = JSON.stringify(document.raw.paths)
  const named = new Set([...text.matchAll(/`([a-z-]+)`: /g)].map(([, code]) => code ?? ''))
  const known = Object.keys(errors)
  expect([...named].filter((code) => !known.includes(code))).toEqual([])
  for (const code of known) expect((await app.call('GET', `/problems/${code}`)).status).toBe(200)
})

/** As generators make them: that of the owner, then of the property. */
function namesWithin(name: string, schema: JsonSchema): string[] {
  const properties = Object(schema).properties ?? {}
  return Object.entries<JsonSchema>(properties).flatMap(([property, of]) => {
    const { type, items, enum: values, properties: own } = Object(of)
    const full = `${name}${property.charAt(0).toUpperCase()}${property.slice(1)}`
    if (type === 'array') return namesWithin(`${full}Item`, items)
    return [...(values || own ? [full] : []), ...namesWithin(full, of)]
  })
}

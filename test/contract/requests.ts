// Requests of an operation, made from what the document says of it: good ones, broken ones, the example.
import fc from 'fast-check'
import type { Answer, TestApp } from '#test/support/app.ts'
import type { ApiDocument, Operation, Parameter } from './document.ts'
import { breakValue, type JsonSchema, type KnownValues, SchemaReader } from './from-schema.ts'
import { everyScope } from '#test/support/token.ts'

/** Parameters as text; `body` is a JSON value, or a text that goes as it is. */
export type RequestValues = {
  readonly path: Values
  readonly query: Values
  readonly header: Values
  readonly body?: unknown
}
type Values = Readonly<Record<string, string>>

export function sendRequest(
  app: TestApp,
  operation: Operation,
  sent: RequestValues,
): Promise<Answer> {
  const { method, path, requestBody } = operation
  const filled = path.replaceAll(/{(\w+)}/g, (_, name) => encodeURIComponent(sent.path[name] ?? ''))
  const query = new URLSearchParams(sent.query).toString()
  return app.call(method.toUpperCase(), query ? `${filled}?${query}` : filled, {
    headers: sent.header,
    claims: { scope: everyScope, sub: 'ana' },
    ...(requestBody && { body: sent.body }),
  })
}

/** What holds to all schemas; known values are mixed in, so that something is there. */
export function goodRequests(
  document: ApiDocument,
  operation: Operation,
  known: KnownValues,
): fc.Arbitrary<RequestValues> {
  const reader = new SchemaReader(document.schemas, known)
  const part = (place: Parameter['in'], fits: (text: string) => boolean) => {
    const here = (operation.parameters ?? []).filter((one) => one.in === place)
    const values = here.map(({ name, schema }) => [name, reader.read(schema, name).map(String)])
    const requiredKeys = here.filter(({ required }) => required).map(({ name }) => name)
    return fc
      .record<Record<string, string>>(Object.fromEntries(values), { requiredKeys })
      .filter((record) => Object.values(record).every(fits))
  }
  const schema = bodySchema(operation)
  return fc.record({
    path: part('path', isSegment),
    query: part('query', () => true),
    header: part('header', isHeader),
    body: schema
      ? fc.oneof(goodBodies(document, schema, reader), ...noBody(operation))
      : fc.constant(undefined),
  })
}

/** Each has one part that its schema refuses; undefined where an operation has nothing to break. */
export function brokenRequests(
  document: ApiDocument,
  operation: Operation,
  known: KnownValues,
): fc.Arbitrary<RequestValues> | undefined {
  const good = goodRequests(document, operation, known)
  const parameters = operation.parameters ?? []
  const kinds = parameters.flatMap((parameter) => {
    const values = badValues(parameter)
    return values.length === 0 ? [] : [breakParameter(good, parameter, fc.constantFrom(...values))]
  })
  const schema = bodySchema(operation)
  if (schema) {
    const bodies = goodBodies(document, schema, new SchemaReader(document.schemas, {}))
    // An optional body that is `null` is none.
    const isOptional = operation.requestBody?.required !== true
    const broken = breakValue(bodies, document.validator(schema))
      .filter((one) => one !== null || !isOptional)
      .map((one) => JSON.stringify(one))
    const body = fc.oneof(broken, broken, broken, fc.constantFrom(...notBodies(operation)))
    kinds.push(fc.tuple(good, body).map(([sent, by]) => ({ ...sent, body: by })))
  }
  return kinds.length === 0 ? undefined : fc.oneof(...kinds)
}

/** The document's own example, about something that is there. */
export function exampleRequest(
  document: ApiDocument,
  operation: Operation,
  known: KnownValues,
): RequestValues {
  const pick = (name: string, example?: unknown) => known[name]?.[0] ?? example
  const part = (place: Parameter['in']) =>
    Object.fromEntries(
      (operation.parameters ?? [])
        .filter((one) => one.in === place && one.required)
        .map(({ name, schema }) => [name, String(pick(name, schema.example))]),
    )
  const schema = bodySchema(operation)
  const example = schema && new SchemaReader(document.schemas, {}).resolve(schema).example
  const fields = Object.entries(example ?? {}).map(([name, value]) => [name, pick(name, value)])
  const body = example === undefined ? undefined : Object.fromEntries(fields)
  return { path: part('path'), query: part('query'), header: part('header'), body }
}

const bodySchema = ({ requestBody }: Operation) => requestBody?.content['application/json']?.schema

function goodBodies(document: ApiDocument, schema: JsonSchema, reader: SchemaReader) {
  const holds = document.validator(schema)
  return reader.read(schema).filter((value) => holds(value))
}

function breakParameter(
  good: fc.Arbitrary<RequestValues>,
  { name, in: place }: Parameter,
  values: fc.Arbitrary<string>,
): fc.Arbitrary<RequestValues> {
  return fc
    .tuple(good, values)
    .map(([sent, by]) => ({ ...sent, [place]: { ...sent[place], [name]: by } }))
}

/** Where a body may be left out, that is a good one. */
const noBody = ({ requestBody }: Operation) =>
  requestBody?.required ? [] : [fc.constant(undefined)]

const notJson = ['{', '[1,]', '"\\ud800"', '\0', '['.repeat(100), '{"a":1}}']
const notBodies = ({ requestBody }: Operation) =>
  requestBody?.required ? ['', ...notJson] : notJson

function badValues({ name, in: place, schema }: Parameter): string[] {
  const notUuid = ['x', '%', '\0', "'--", '../', 'x'.repeat(300), '019a9f3c-0000-7000-8000-00000g']
  if (schema.format === 'uuid') return notUuid
  // Whatever a link was made into, a person gets a page.
  if (name === 'opaque') return []
  if (name === 'Idempotency-Key') return ['', 'a b', '"', '"a', 'x'.repeat(256)]
  return place === 'path' ? ['\0', 'x'.repeat(300)] : []
}

/** A URL's path swallows a dot or two. */
const isSegment = (text: string) => !/^\.{0,2}$/.test(text)
const isHeader = (text: string) => /^[!-~](?:[ -~]*[!-~])?$/.test(text)

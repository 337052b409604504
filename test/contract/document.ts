// The document as tests read it: its operations one by one, and validators of what they declare.
import formats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TestApp } from '#test/support/app.ts'
import type { JsonSchema } from './from-schema.ts'

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

export type Operation = {
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<
    Record<string, { readonly content?: Content; readonly 'x-codes'?: readonly string[] }>
  >
}

type Raw = {
  readonly openapi: string
  readonly info: { readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>
  >
  readonly webhooks: Readonly<
    Record<string, { readonly post: { readonly tags: readonly string[] } }>
  >
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

export type ApiDocument = {
  readonly raw: Raw
  readonly operations: readonly Operation[]
  readonly schemas: Readonly<Record<string, JsonSchema>>
  /** Compiled once for all schemas of the same text, as those of most problems are. */
  validator(schema: JsonSchema): ValidateFunction
  /** The same of an answer: it has no field that the document does not describe, though clients take any. */
  answerValidator(schema: JsonSchema): ValidateFunction
}

export async function readDocument(app: TestApp): Promise<ApiDocument> {
  const response = await app.call('GET', '/openapi.json')
  // Safe because a test validates the document against the schema of OpenAPI.
  const raw = JSON.parse(await response.text(), readTaken) as Raw
  const { paths, components } = raw
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, ...operation })),
  )
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  const compileWith = (all: object) => {
    const compiled = new Map<string, ValidateFunction>()
    return (schema: object): ValidateFunction => {
      const text = JSON.stringify(schema)
      const found = compiled.get(text) ?? ajv.compile({ ...schema, components: all })
      compiled.set(text, found)
      return found
    }
  }
  const answered = compileWith(close(components))
  return {
    raw,
    operations,
    schemas: components.schemas,
    validator: compileWith(components),
    answerValidator: (schema) => answered(close(schema)),
  }
}

/** What is any value to generators has the schema of what is taken beside it. */
const readTaken = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'x-takes' in value ? value['x-takes'] : value

/** A copy in which objects with named fields have no others. */
function close<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(close) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const closed = Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, close(one)]))
  const isNamed = 'properties' in schema && !('additionalProperties' in schema)
  // Safe because it has all that the schema has.
  return (isNamed ? { ...closed, additionalProperties: false } : closed) as T
}

export const isBearer = ({ security }: Operation): boolean =>
  security.some((one) => 'bearer' in one)

/** The path with an unknown id in the place of each parameter. */
export const anyPath = ({ path }: Pick<Operation, 'path'>): string =>
  path.replaceAll(/{\w+}/g, '019a9f3c-0000-7000-8000-000000000000')

/** What is wrong with an answer by the document; empty when nothing is. */
export async function findFaults(
  document: ApiDocument,
  { responses }: Operation,
  response: Response,
): Promise<string[]> {
  const { status, headers } = response
  const declared = responses[status]
  if (!declared) return [`status ${status} is not declared`]
  if (!headers.get('request-id')) return ['no Request-Id']
  if (status === 401 && !headers.get('www-authenticate')) return ['401 without WWW-Authenticate']
  const text = await response.text()
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  if (!declared.content) return text === '' ? [] : ['a body where none is declared']
  const mediaType = declared.content[type]
  if (!mediaType) return [`media type ${type} of ${status} is not declared`]
  const validate = document.answerValidator(mediaType.schema)
  const value: unknown = type.endsWith('json') ? JSON.parse(text) : text
  if (validate(value)) return findCodeFault(declared['x-codes'], value)
  return (validate.errors ?? []).map((one) => `${status} ${one.instancePath} ${one.message}`)
}

/** A refusal has one of the codes that its operation declares for the status. */
const findCodeFault = (codes: readonly string[] | undefined, value: unknown): string[] =>
  codes && typeof value === 'object' && value !== null && 'code' in value
    ? [String(value.code)].filter((code) => !codes.includes(code)).map((code) => `code ${code}`)
    : []

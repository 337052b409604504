import type { Context } from 'hono'
import type { z } from 'zod'
import { type Fault, Problem } from '#src/platform/errors.ts'
import { check } from './faults.ts'
import { type FormFields, readForm } from './form.ts'
import { parseJson } from './json-body.ts'
import type { Part } from './multipart.ts'
import type { Parts, Route } from '../route.ts'
import { type Checked, checkPart, findNuls } from './text-parts.ts'

/** The names of ids in paths. */
const idNames = ['id', 'transactionId'] as const
const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** A raw body, and its parts where it is a form that the route takes. */
export type Body = { readonly bytes: Uint8Array; readonly parts?: readonly Part[] }

export type BodyKind = 'json' | 'form' | 'document'

/**
 * The kind of a body by its Content-Type; Problem 415 when the route does not take it. Undefined means no body, where
 * the schema allows that; an empty body counts as none, whatever its Content-Type.
 */
export function readMediaType(
  route: Route,
  header: string | undefined,
  isEmpty: boolean,
): BodyKind | undefined {
  const { json, form, document } = route.request
  if (!json && !form && !document) return undefined
  if (isEmpty && isOptional(json)) return undefined
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';').map(trim)
  const jsonTypes = ['application/json', ...(route.mediaTypes ?? []).flatMap(spellings)]
  if (json && jsonTypes.includes(type) && isUtf8(parameters)) return 'json'
  if (document && jsonTypes.includes(type) && isUtf8(parameters)) return 'document'
  if (form && type === 'multipart/form-data') return 'form'
  const taken = [...(json || document ? jsonTypes : []), ...(form ? ['multipart/form-data'] : [])]
  throw new Problem('unsupported-media-type', {
    detail: `The body must be ${taken.join(' or ')}, in UTF-8: name it in Content-Type.`,
  })
}

/** YAML has had several names before RFC 9512 gave it one. */
const spellings = (type: string): string[] =>
  type === 'application/yaml' ? [type, 'text/yaml', 'application/x-yaml', 'text/x-yaml'] : [type]

/** Problem 415 for a compressed body, which this service does not take. */
export function refuseEncoded(route: Route, header: string | undefined, isEmpty: boolean): void {
  const { json, form, document } = route.request
  if (isEmpty || (!json && !form && !document)) return
  const codings = (header ?? '').toLowerCase().split(',').map(trim)
  if (codings.every((coding) => coding === '' || coding === 'identity')) return
  throw new Problem('unsupported-media-type', {
    detail: 'The body must come without a Content-Encoding.',
    headers: { 'accept-encoding': 'identity' },
  })
}

const trim = (text: string) => text.trim()

const isUtf8 = (parameters: string[]) =>
  parameters.every((one) => !one.startsWith('charset=') || /^charset="?utf-?8"?$/.test(one))

const isOptional = (schema: Parts['json']) => schema?.safeParse(undefined).success ?? false

type Head = {
  readonly request: Record<string, unknown>
  readonly faults: Fault[]
  readonly isFound: boolean
}

/** Validates all parts but the body. */
async function checkHead(route: Route, c: Context): Promise<Head> {
  const { param, query, header } = route.request
  const faults: Fault[] = []
  const request: Record<string, unknown> = {}
  // A link’s token is hashed before the query, so a NUL in it just makes it unknown.
  const checkParam = route.auth === 'link' ? check : checkText
  const path = param ? checkPath(param, readParams(c), checkParam) : { data: {} }
  if (param && 'data' in path) request['param'] = path.data
  for (const [part, schema] of [
    ['query', query],
    ['header', header],
  ] as const) {
    const checked = schema && (await checkPart(part, schema, c))
    if (checked && 'data' in checked) request[part] = checked.data
    else faults.push(...(checked?.faults ?? []))
  }
  return { request, faults, isFound: 'data' in path }
}

function assertSound({ faults, isFound }: Head): void {
  if (faults.length > 0) throw new Problem('invalid-request', { faults })
  if (!isFound) throw new Problem('not-found', { reason: 'malformed-path' })
}

/** Validates path, query and headers for a guard; Problem 400 or 404 as for the whole request. */
export async function validateHead(route: Route, c: Context): Promise<Record<string, unknown>> {
  const head = await checkHead(route, c)
  assertSound(head)
  return head.request
}

/**
 * Validates all declared parts of a request. Problem 400 with every fault, or 404 where the path cannot name anything:
 * a malformed name or id is answered like an unknown one.
 */
export async function validate(
  route: Route,
  c: Context,
  kind: BodyKind | undefined,
  body: Body | undefined,
): Promise<Record<string, unknown>> {
  const { json, form } = route.request
  const head = await checkHead(route, c)
  const { request, faults } = head
  const take = (part: keyof Parts, result: Checked) => {
    if ('data' in result) request[part] = result.data
    else faults.push(...result.faults)
  }
  if (json && kind === 'json') take('json', await checkJson(json, body?.bytes))
  if (json && kind === undefined) take('json', check(json, undefined))
  if (kind === 'document') take('document', readText(c, body?.bytes))
  if (form && kind === 'form') take('form', checkText(form, readForm(body?.parts), '#'))
  assertSound(head)
  return request
}

function checkPath(
  schema: z.ZodObject,
  params: Readonly<Record<string, string>>,
  checkParam: typeof checkText,
): Checked {
  const ids = idNames.map((name) => params[name]).filter((id) => id !== undefined)
  return ids.every((id) => uuid.test(id)) ? checkParam(schema, params, 'path#') : { faults: [] }
}

/** Ids in lower case as PostgreSQL writes them, because the same id must not name two workflows. */
function readParams(c: Context): Record<string, string> {
  const params: Record<string, string> = { ...c.req.param() }
  for (const name of idNames) {
    const id = params[name]
    if (id !== undefined) params[name] = id.toLowerCase()
  }
  return params
}

function checkText(schema: z.ZodObject, values: FormFields, root: string): Checked {
  const faults = findNuls(schema, values, root)
  return faults.length === 0 ? check(schema, values, root) : { faults }
}

async function checkJson(schema: z.ZodType, body: Uint8Array | undefined): Promise<Checked> {
  if (!body?.byteLength && isOptional(schema)) return check(schema, undefined)
  const parsed = await parseJson(body ?? new Uint8Array(), schema)
  if (!('value' in parsed)) return parsed
  // Clients of many languages write an argument that was left out as `null`.
  const isNone = parsed.value === null && isOptional(schema) && !schema.safeParse(null).success
  return check(schema, isNone ? undefined : parsed.value)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function readText(c: Context, body: Uint8Array | undefined): Checked {
  const [mediaType = ''] = (c.req.header('content-type') ?? '').toLowerCase().split(';').map(trim)
  try {
    return { data: { text: utf8.decode(body), mediaType } }
  } catch {
    return { faults: [{ pointer: '#', code: 'unicode', detail: 'is not UTF-8' }] }
  }
}

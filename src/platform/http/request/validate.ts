import type { Context } from 'hono'
import type { z } from 'zod'
import { type Fault, Problem } from '#src/platform/errors.ts'
import { check } from './faults.ts'
import { type FormFields, readForm } from './form.ts'
import { parseJson } from './json-body.ts'
import type { Parts, Route } from '../route.ts'
import { type Checked, checkPart, findNuls } from './text-parts.ts'

/** What ids are called in paths. */
const idNames = ['id', 'transactionId'] as const
const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

export type BodyKind = 'json' | 'form' | 'document'

/**
 * The kind of body that a request brings, by its Content-Type; Problem 415 when the route takes none
 * such. `undefined` is a body that was left out where the schema allows it: an empty one is none, whatever it says.
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
  const jsonTypes = ['application/json', ...(route.mediaTypes ?? [])]
  if (json && jsonTypes.includes(type) && isUtf8(parameters)) return 'json'
  if (document && jsonTypes.includes(type) && isUtf8(parameters)) return 'document'
  if (form && type === 'multipart/form-data') return 'form'
  throw new Problem('unsupported-media-type')
}

/** Problem 415 for a body that says it is compressed: this service takes it as it is or not at all. */
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

/**
 * All declared parts of a request; Problem 400 with every fault found, or 404 for a path that no thing
 * can have: what is not even a name or an id answers as an unknown one does.
 */
export async function validate(
  route: Route,
  c: Context,
  kind: BodyKind | undefined,
  body: Uint8Array | undefined,
): Promise<Record<string, unknown>> {
  const { param, query, header, json, form } = route.request
  const params = readParams(c)
  const faults: Fault[] = []
  const request: Record<string, unknown> = {}
  const take = (part: keyof Parts, result: Checked) => {
    if ('data' in result) request[part] = result.data
    else faults.push(...result.faults)
  }

  // A link's token is hashed before it is looked up, so that a NUL in it is as unknown as any other.
  const checkParam = route.auth === 'link' ? check : checkText
  const path = param ? checkPath(param, params, checkParam) : { data: {} }
  if (param && 'data' in path) request['param'] = path.data
  if (query) take('query', await checkPart('query', query, c))
  if (header) take('header', await checkPart('header', header, c))
  if (json && kind === 'json') take('json', checkJson(json, body))
  if (json && kind === undefined) take('json', check(json, undefined))
  if (kind === 'document') take('document', readText(c, body))
  if (form && kind === 'form') {
    const type = c.req.header('content-type') ?? ''
    take('form', checkText(form, await readForm(body ?? new Uint8Array(), type), '#'))
  }

  if (faults.length > 0) throw new Problem('invalid-request', { faults })
  if ('faults' in path) throw new Problem('not-found', { reason: 'malformed-path' })
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

/** Ids in lower case, as Postgres shows them: the same id must not name two workflows. */
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

function checkJson(schema: z.ZodType, body: Uint8Array | undefined): Checked {
  if (!body?.byteLength && isOptional(schema)) return check(schema, undefined)
  const parsed = parseJson(body ?? new Uint8Array(), schema)
  return 'value' in parsed ? check(schema, parsed.value) : parsed
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

// Builds requests: parts of a definition, evaluated and encoded. A value never adds structure to a path, a query or a
// header.
import { writeBody } from './body.ts'
import { createMark, type Fill, fillMarks, type PictureFault } from './pictures.ts'
import { signBytes } from './signature.ts'
import type { Secret } from './definition/auth.ts'
import type { Definition } from './definition/definition.ts'
import type { RequestParts } from './definition/request.ts'
import { type Evaluate, valueOf } from './evaluate.ts'

export type Prepared = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** `missing`: the position of a required value that is absent; `ended`: the evaluation did not finish. */
type Made =
  | { readonly request: Prepared }
  | { readonly missing: string; readonly ended?: true }
  | { readonly fault: PictureFault }

/** The variables that expressions see. */
export type Seen = {
  readonly params: object
  readonly transaction: { readonly id: string }
  readonly service: string
  readonly ids: { readonly attempt: string; readonly order: string }
  /** The vendor's id of the purchase, when its result is asked for. */
  readonly id?: string | undefined
  /** The page that is asked for, when there are several. */
  readonly page?: string | number
  /** The values that were fetched for this request. */
  readonly perCall?: Readonly<Record<string, string>>
}

/** `fill` provides the pictures, which expressions never see. */
export type Call = { readonly seen: Seen; readonly fill: Fill; readonly signal: AbortSignal }

export async function makeRequest(
  evaluate: Evaluate,
  definition: Pick<Definition, 'baseUrl' | 'idempotencyKey'>,
  request: RequestParts,
  { seen, fill }: Pick<Call, 'seen' | 'fill'>,
): Promise<Made> {
  const mark = createMark()
  const names = (part: 'parameters' | 'query' | 'headers') =>
    Object.entries(request[part]).map(([name, text]) => [`${part} ${name}`, text] as const)
  const results = await evaluate(
    {
      ...Object.fromEntries([...names('parameters'), ...names('query'), ...names('headers')]),
      body: request.body,
    },
    seen,
    mark,
  )
  const failed = Object.entries(results).find(([, result]) => 'failed' in result)
  if (failed) {
    const [missing, result] = failed
    return { missing, ...('ended' in result && { ended: true as const }) }
  }
  const values = (part: 'parameters' | 'query' | 'headers') =>
    Object.keys(request[part]).flatMap((name) => {
      const value = toText(valueOf(results[`${part} ${name}`]))
      return value === undefined ? [] : [[name, value] as const]
    })
  const path = fillPath(request.path, new Map(values('parameters')))
  if (path === undefined) return { missing: 'path' }
  const url = new URL(definition.baseUrl.replace(/\/+$/, '') + path)
  for (const [name, value] of values('query')) url.searchParams.append(name, value)
  const key = definition.idempotencyKey
  const keyed = key && 'field' in key ? { [key.field]: seen.ids.attempt } : {}
  const headers = {
    accept: 'application/json',
    ...Object.fromEntries(values('headers')),
    ...(key && 'header' in key && { [key.header]: seen.ids.attempt }),
  }
  const { method } = request
  if (method === 'GET') return { request: { method, url, headers } }
  const value = withKey(valueOf(results['body']), keyed)
  const filled = await fillMarks(value, mark, fill)
  if (typeof filled === 'string') return { fault: filled }
  const { type, body } = await writeBody(request.as, value, filled)
  return { request: { method, url, headers: { 'content-type': type, ...headers }, body } }
}

function withKey(body: unknown, keyed: object): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isObject ? { ...body, ...keyed } : (body ?? keyed)
}

/** Undefined when a parameter has no value, or one that would leave its path segment. */
function fillPath(path: string, values: ReadonlyMap<string, string>): string | undefined {
  let isWhole = true
  const filled = path.replace(/\{([^}]*)\}/g, (_, name: string) => {
    const value = values.get(name) ?? ''
    if (value === '' || /^\.+$/.test(value)) isWhole = false
    return encodeURIComponent(value)
  })
  return isWhole ? filled : undefined
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Adds the header with the vendor's keyed hash over the request. */
export function signRequest(
  request: Prepared,
  sign: Definition['sign'],
  readSecret: (reference: Secret) => string,
): Prepared {
  if (!sign) return request
  const { method, url, body = '' } = request
  const time = String(Math.floor(Date.now() / 1_000))
  const timed = sign.timestamp ? { [sign.timestamp.header]: time } : {}
  const lines = [...Object.values(timed), method, url.pathname + url.search, '']
  const bytes = Buffer.concat([Buffer.from(lines.join('\n')), Buffer.from(body)])
  const signature = signBytes(sign.algorithm, readSecret(sign.secret), bytes)
  return {
    ...request,
    headers: { ...request.headers, ...timed, [sign.header]: signature.toString(sign.encoding) },
  }
}

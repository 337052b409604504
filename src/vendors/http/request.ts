// Builds requests: parts of a definition, evaluated and encoded. A value never adds structure to a path, a query or a
// header.
import { createHmac } from 'node:crypto'
import type { Definition, RequestDefinition, Secret } from './definition.ts'
import { type Evaluate, valueOf } from './evaluate.ts'

export type Prepared = {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** `missing`: the position of a value that is needed and absent; `ended`: the evaluation did not finish. */
type Made = { readonly request: Prepared } | { readonly missing: string; readonly ended?: true }

/** What expressions see. */
export type Seen = {
  readonly params: object
  readonly transaction: { readonly id: string }
  readonly service: string
  readonly ids: { readonly attempt: string; readonly order: string }
  /** The vendor's own, where a result is asked for. */
  readonly id?: string | undefined
}

export async function makeRequest(
  evaluate: Evaluate,
  definition: Pick<Definition, 'baseUrl' | 'idempotencyKey'>,
  request: RequestDefinition,
  seen: Seen,
): Promise<Made> {
  const names = (part: 'parameters' | 'query' | 'headers') =>
    Object.entries(request[part]).map(([name, text]) => [`${part} ${name}`, text] as const)
  const results = await evaluate(
    {
      ...Object.fromEntries([...names('parameters'), ...names('query'), ...names('headers')]),
      body: request.body,
    },
    seen,
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
  if (request.method === 'GET') return { request: { method: 'GET', url, headers } }
  const body = JSON.stringify(withKey(valueOf(results['body']), keyed))
  const json = { 'content-type': 'application/json', ...headers }
  return { request: { method: 'POST', url, headers: json, body } }
}

function withKey(body: unknown, keyed: object): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isObject ? { ...body, ...keyed } : (body ?? keyed)
}

/** Undefined: a parameter has no value, or one that would leave its path segment. */
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

/** With the keyed hash that the vendor wants over it. */
export function signRequest(
  request: Prepared,
  sign: Definition['sign'],
  readSecret: (reference: Secret) => string,
): Prepared {
  if (!sign) return request
  const { method, url, body = '' } = request
  const text = [method, url.pathname + url.search, body].join('\n')
  const hash = createHmac(sign.algorithm, readSecret(sign.secret)).update(text)
  return {
    ...request,
    headers: { ...request.headers, [sign.header]: hash.digest(sign.encoding) },
  }
}

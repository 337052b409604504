// The key of a request, with what it asks for: another request with the same key is told apart by that.
import type { Sealer } from '#src/seal/sealer.ts'
import type { Owner } from '#src/transaction/locked.ts'
import type { Context } from 'hono'
import type { Route } from '../route.ts'
import { hashRequest, type Keyed } from './store.ts'

type Asked = {
  readonly c: Context
  readonly idempotencyKey?: string
  readonly rawBody?: Uint8Array
  readonly request: { readonly param?: unknown }
}

/** Undefined where the request brings none. */
export function readKey(
  sealer: Sealer,
  route: Pick<Route, 'operationId'>,
  { c, idempotencyKey, rawBody, request }: Asked,
  owner: Owner,
): Keyed | undefined {
  if (idempotencyKey === undefined) return undefined
  // As the handler gets them, so that two spellings of one address are one request.
  const param = JSON.stringify(request.param ?? {})
  const query = new URL(c.req.url).searchParams.toString()
  const parts = partsOf(Buffer.from(rawBody ?? []), c.req.header('content-type'))
  const asked = [param, query, ...parts.map((part) => part.toString('base64'))]
  return hashRequest(sealer, owner, route.operationId, idempotencyKey, asked)
}

/** A form is what lies between its delimiters: programs choose them anew each time that they send it. */
export function partsOf(body: Buffer, contentType = ''): readonly Buffer[] {
  const [, quoted, bare] =
    /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ??
    []
  const boundary = quoted ?? bare
  if (boundary === undefined) return [body]
  const delimiter = Buffer.from(`--${boundary}`, 'latin1')
  const parts: Buffer[] = []
  let from = 0
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, from)) {
    parts.push(body.subarray(from, at))
    from = at + delimiter.length
  }
  return [...parts, body.subarray(from)]
}

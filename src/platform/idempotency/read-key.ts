// Reads the key of a request and computes its fingerprint, by which another request with the same key is recognised.
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Context } from 'hono'
import { partsOf } from '#src/platform/http/request/form.ts'
import type { Principal, Route } from '#src/platform/http/route.ts'
import { hashRequest, type Keyed } from './key.ts'

type Asked = {
  readonly c: Context
  readonly idempotencyKey?: string
  readonly rawBody?: Uint8Array
  readonly request: object
}

/** Undefined where the request brings none. */
export function readKey(
  sealer: Sealer,
  route: Pick<Route, 'operationId' | 'answersBy'>,
  { c, idempotencyKey, rawBody, request }: Asked,
  owner: Pick<Principal, 'tenant' | 'mode' | 'scopes'>,
): Keyed | undefined {
  if (idempotencyKey === undefined) return undefined
  // As the handler gets them, so that two spellings of one address are one request.
  const param = JSON.stringify(('param' in request && request.param) || {})
  const query = new URL(c.req.url).searchParams.toString()
  const parts = partsOf(Buffer.from(rawBody ?? []), c.req.header('content-type'))
  const scopes = (route.answersBy ?? []).filter((scope) => owner.scopes.has(scope))
  const asked = [param, query, ...parts.map((part) => part.toString('base64')), ...scopes]
  return hashRequest(sealer, owner, { operation: route.operationId, key: idempotencyKey, asked })
}

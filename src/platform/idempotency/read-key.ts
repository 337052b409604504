// Reads the Idempotency-Key of a request and computes its fingerprint, which tells another request with the same key
// apart.
import { createHash } from 'node:crypto'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Context } from 'hono'
import type { Principal, Route } from '#src/platform/http/route.ts'
import { hashRequest, type Keyed } from './key.ts'
import { Problem } from '#src/platform/errors.ts'

type Asked = {
  readonly c: Context
  readonly idempotencyKey?: string
  readonly bodyParts?: readonly Uint8Array[]
  readonly request: object
}

/** Undefined where the request has no key. */
export function readKey(
  sealer: Sealer,
  route: Pick<Route, 'operationId' | 'answersBy'>,
  { c, idempotencyKey, bodyParts = [new Uint8Array()], request }: Asked,
  owner: Pick<Principal, 'tenant' | 'mode' | 'scopes'>,
): Keyed | undefined {
  if (idempotencyKey === undefined) return undefined
  // The validated parameters, so that two spellings of one id are one request.
  const param = JSON.stringify(('param' in request && request.param) || {})
  const query = new URL(c.req.url).searchParams.toString()
  const parts = bodyParts.map(({ buffer, byteOffset, byteLength }) =>
    spell(Buffer.from(buffer, byteOffset, byteLength)),
  )
  const scopes = (route.answersBy ?? []).filter((scope) => owner.scopes.has(scope))
  const asked = [param, query, ...parts, ...scopes]
  return hashRequest(sealer, owner, { operation: route.operationId, key: idempotencyKey, asked })
}

/** A part of at least this size is replaced by its digest, which takes a tenth of the time. */
const largeBytes = 65_536

const spell = (part: Buffer): string =>
  part.length < largeBytes
    ? part.toString('base64')
    : `sha256:${createHash('sha256').update(part).digest('base64')}`

/** Requires a key for operations that cost money when repeated; Problem 400 without one. */
export function demandKey({ idempotencyKey }: { readonly idempotencyKey?: string }): void {
  if (idempotencyKey !== undefined) return
  const pointer = 'header#/idempotency-key'
  const detail = 'a repeated purchase needs a key'
  throw new Problem('invalid-request', { faults: [{ pointer, code: 'required', detail }] })
}

// The stages of a request, in this order: credential, scope, rate limit, size of the body, media type,
// Idempotency-Key, validation, handler.
import type { Context } from 'hono'
import { inShareOf } from '#src/platform/db/connection-queue.ts'
import { Problem } from '#src/platform/errors.ts'
import type { Authenticate } from './auth/authenticate.ts'
import { assertDeclared } from './check-reply.ts'
import { readIdempotencyKey } from './request/idempotency-key.ts'
import type { RateLimit } from '#src/platform/rate-limit/rate-limit.ts'
import { isRefusal } from './reply.ts'
import { bodyLimits, readBody } from './request/body.ts'
import type { ImageCapacity } from './request/image-capacity.ts'
import { replyResponse, toProblem } from './response.ts'
import type { Mounted, Principal, Route } from './route.ts'
import { readMediaType, refuseEncoded, validate } from './request/validate.ts'

export type Gates = {
  authenticate: Authenticate
  rateLimit: RateLimit
  /** Requests with images reserve capacity from before their body is read until they are answered. */
  imageCapacity: ImageCapacity
  /** In tests: an answer that its route does not declare is an internal error. */
  checkReplies?: boolean
}

/** What is known of a request on its way, for its answer and its log line. */
export type Trace = {
  requestId: string
  /** On the answer, whatever it is. */
  headers: Record<string, string>
  tenant?: string
}

/** Answers one matched request, or throws the Problem that it ends with. */
export async function answer(
  mounted: Mounted,
  gates: Gates,
  c: Context,
  trace: Trace,
): Promise<Response> {
  const { route } = mounted
  const principal = await admit(route, gates, c, trace)
  const work = () => handleAdmitted(mounted, gates, { c, trace, principal })
  if (route.bodyLimit !== 'images') return work()
  const size = Number(c.req.header('content-length') ?? bodyLimits.images)
  return gates.imageCapacity.run(principal?.tenant, size, work)
}

type Admitted = {
  readonly c: Context
  readonly trace: Trace
  readonly principal: Principal | undefined
}

async function handleAdmitted(
  { route, handler }: Mounted,
  gates: Gates,
  { c, trace, principal }: Admitted,
): Promise<Response> {
  const body = route.method === 'get' ? undefined : await readBody(c, limitOf(route))
  refuseEncoded(route, c.req.header('content-encoding'), !body?.byteLength)
  const kind = readMediaType(route, c.req.header('content-type'), !body?.byteLength)
  const takesKey = route.method === 'post' && principal !== undefined
  const idempotencyKey = takesKey ? readIdempotencyKey(c.req.header('idempotency-key')) : undefined
  const request = await validate(route, c, kind, body)

  const handle = () =>
    handler({
      request,
      principal,
      requestId: trace.requestId,
      c,
      ...(body && { rawBody: body }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    })
  // One tenant's callers may not take every connection of the process.
  const result = await (principal ? inShareOf(principal.tenant, handle) : handle())
  if (isRefusal(result)) throw toProblem(result)
  if (gates.checkReplies) assertDeclared(route, result)
  return replyResponse(route, result, trace.headers)
}

/** The caller, where the route wants to know: credential first, then scope, then rate. */
async function admit(
  route: Route,
  { authenticate, rateLimit }: Gates,
  c: Context,
  trace: Trace,
): Promise<Principal | undefined> {
  if ((route.auth ?? 'bearer') !== 'bearer') return undefined
  const principal = await authenticate(c.req.header('authorization'))
  trace.tenant = principal.tenant
  if (route.scope !== undefined && !principal.scopes.has(route.scope)) {
    throw new Problem('forbidden', { detail: `The scope ${route.scope} is needed.` })
  }
  const rate = await rateLimit(principal)
  trace.headers['ratelimit-limit'] = String(rate.limit)
  trace.headers['ratelimit-remaining'] = String(rate.remaining)
  trace.headers['ratelimit-reset'] = String(rate.resetSeconds)
  if (!rate.allowed) {
    throw new Problem('rate-limited', {
      headers: { 'retry-after': String(rate.retryAfterSeconds) },
    })
  }
  if (route.mode !== undefined && principal.mode !== route.mode) throw new Problem('not-found')
  return principal
}

const limitOf = (route: Route) => bodyLimits[route.bodyLimit ?? 'json']

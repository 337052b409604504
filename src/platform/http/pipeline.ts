// The stages of a request, in this order: credential, scope, rate limit, size of the body, media type,
// Idempotency-Key, validation, handler.
import type { Context } from 'hono'
import { inShareOf } from '#src/platform/db/connection-queue.ts'
import { Problem } from '#src/platform/errors.ts'
import type { AuditAction } from '#src/platform/audit/actions-schema.ts'
import type { AdmitTenant } from '#src/platform/tenants/registry/gate.ts'
import type { Authenticate } from './auth/authenticate.ts'
import { needScope, scopeOf } from './auth/scopes.ts'
import { assertDeclared } from './check-reply.ts'
import { readIdempotencyKey } from './request/idempotency-key.ts'
import type { RateLimit } from '#src/platform/rate-limit/rate-limit.ts'
import { isRefusal, withSecret } from './reply.ts'
import { inRequest, showsRestricted } from './request/current.ts'
import { clientAddress } from './request/address.ts'
import { bodyLimits, readBody, readPacedBody } from './request/body.ts'
import type { ImageCapacity, ImageReservation } from './request/image-capacity.ts'
import { replyResponse, toProblem } from './response.ts'
import type { Mounted, Principal, Route } from './route.ts'
import { readMediaType, refuseEncoded, validate } from './request/validate.ts'

export type Gates = {
  authenticate: Authenticate
  rateLimit: RateLimit
  /** What requests with images reserve is given back when they are answered. */
  imageCapacity: ImageCapacity
  /** How many proxies of ours stand before the service; none without it. */
  proxyHops?: number
  /** Throws where the tenant of a credential may not use the service now. */
  admitTenant?: AdmitTenant
  /** Writes that a credential was shown something; it is not shown when that cannot be written. */
  audit?: (shown: Shown) => Promise<void>
  /** In tests: an answer that its route does not declare is an internal error. */
  checkReplies?: boolean
}

/** What is known of a request on its way, for its answer and its log line. */
export type Trace = {
  requestId: string
  /** On the answer, whatever it is. */
  headers: Record<string, string>
  /** Whoever asks. */
  principal?: Principal
  /** What is asked about. */
  transactionId?: string
}

/** An answer that shows a credential what an audit row must tell. */
export type Shown = {
  readonly principal: Principal
  readonly requestId: string
  readonly action: AuditAction
  readonly operationId: string
  readonly transactionId: string | undefined
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
  const work = (reservation?: ImageReservation) =>
    handleAdmitted(mounted, gates, { c, trace, principal, reservation })
  if (route.bodyLimit !== 'images') return work()
  return inCapacity(gates, c, principal, work).catch((error: unknown) =>
    leadBack(route, c, trace, error),
  )
}

/** Whoever has a credential reserves a body as it is declared. Anybody can declare one, so a page reserves what comes. */
function inCapacity(
  { imageCapacity, proxyHops = 0 }: Gates,
  c: Context,
  principal: Principal | undefined,
  work: (reservation?: ImageReservation) => Promise<Response>,
): Promise<Response> {
  if (!principal) return imageCapacity.runPage(clientAddress(c, proxyHops), work)
  const size = Number(c.req.header('content-length') ?? bodyLimits.images)
  return imageCapacity.run(principal.tenant, size, () => work())
}

/** The answer of a form that is a page again, where the route knows one for what is wrong. */
function leadBack(route: Route, c: Context, trace: Trace, error: unknown): Response {
  const location = error instanceof Problem ? route.leadsBack?.(error.code, c.req.path) : undefined
  if (location === undefined) throw error
  return replyResponse(route, { status: 303, headers: { location } }, trace.headers)
}

type Admitted = {
  readonly c: Context
  readonly trace: Trace
  readonly principal: Principal | undefined
  readonly reservation: ImageReservation | undefined
}

async function handleAdmitted(
  { route, handler }: Mounted,
  gates: Gates,
  { c, trace, principal, reservation }: Admitted,
): Promise<Response> {
  const body = route.method === 'get' ? undefined : await readWhole(route, c, reservation)
  refuseEncoded(route, c.req.header('content-encoding'), !body?.byteLength)
  const kind = readMediaType(route, c.req.header('content-type'), !body?.byteLength)
  const takesKey = route.method === 'post' && principal !== undefined
  const idempotencyKey = takesKey ? readIdempotencyKey(c.req.header('idempotency-key')) : undefined
  const request = await validate(route, c, kind, body)
  const transactionId = transactionOf(route, request.param)
  if (transactionId !== undefined) trace.transactionId = transactionId

  const handle = () =>
    inRequest(trace.requestId, async () => {
      const result = await handler({
        request,
        principal,
        requestId: trace.requestId,
        c,
        ...(body && { rawBody: body }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      })
      return { result, isRestricted: showsRestricted() }
    })
  // One tenant's callers may not take every connection of the process.
  const begunAt = performance.now()
  const { result, isRestricted } = await (principal
    ? inShareOf(principal.tenant, handle)
    : handle())
  if (principal && performance.now() - begunAt > goodMs) await admitAgain(gates, c, principal)
  if (isRefusal(result)) throw toProblem(result)
  const { audits, operationId } = route
  const actions = [audits, isRestricted ? ('restricted.read' as const) : undefined]
  for (const action of actions)
    if (action !== undefined && principal && c.req.method !== 'HEAD') {
      const { requestId } = trace
      await gates.audit?.({ principal, requestId, action, operationId, transactionId })
    }
  const shown = withSecret(result)
  if (gates.checkReplies) assertDeclared(route, shown)
  return replyResponse(route, shown, trace.headers)
}

/** The caller, where the route wants to know: credential first, then scope, then rate. */
async function admit(
  route: Route,
  { authenticate, admitTenant, rateLimit }: Gates,
  c: Context,
  trace: Trace,
): Promise<Principal | undefined> {
  if ((route.auth ?? 'bearer') !== 'bearer') {
    if (route.method !== 'get' && !route.fromAnySite)
      refuseCrossSite(c.req.header('sec-fetch-site'))
    return undefined
  }
  const principal = await authenticate(c.req.header('authorization'))
  trace.principal = principal
  const scope = scopeOf(route)
  // Whoever registers tenants can do so before there are any.
  if (scope !== 'tenants:admin') admitTenant?.(principal)
  if (scope !== undefined) needScope(principal, scope)
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

/** The transaction that an address names, where the route says that it does. */
function transactionOf(route: Route, param: unknown): string | undefined {
  if (typeof param !== 'object' || param === null) return undefined
  const id =
    'transactionId' in param
      ? param.transactionId
      : 'id' in param && namesTransaction(route)
        ? param.id
        : undefined
  return typeof id === 'string' && uuid.test(id) ? id.toLowerCase() : undefined
}

const naming = new WeakMap<Route, boolean>()

function namesTransaction(route: Route): boolean {
  const known = naming.get(route)
  if (known !== undefined) return known
  const { paths } = route
  const names = paths[0].includes('/transaction') && paths.some(isOfTransaction)
  naming.set(route, names)
  return names
}

const isOfTransaction = (path: string) => /\/transactions?\/\{id\}/.test(path)
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Without a bearer a browser brings what it has by itself, whoever's page asks it to. Others send no such header. */
function refuseCrossSite(site: string | undefined): void {
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Problem('cross-site')
}

/** A credential that was good before a long wait may be so no longer: then nothing is shown to it. */
async function admitAgain(
  { authenticate, admitTenant }: Gates,
  c: Context,
  principal: Principal,
): Promise<void> {
  if (principal.keyId !== undefined) await authenticate(c.req.header('authorization'))
  if (!principal.scopes.has('tenants:admin')) admitTenant?.(principal)
}

const goodMs = 1_000

async function readWhole(
  route: Route,
  c: Context,
  reservation: ImageReservation | undefined,
): Promise<Uint8Array> {
  const limit = bodyLimits[route.bodyLimit ?? 'json']
  if (!reservation) return readBody(c, limit)
  const body = await readPacedBody(c, limit, reservation.received)
  reservation.complete()
  return body
}

// The stages of a request, in this order: credential, scope, rate limit, guard of the route, size of the body, media
// type, Idempotency-Key, validation, handler.
import type { Context } from 'hono'
import { inShareOf } from '#src/platform/db/connection-queue.ts'
import { Problem } from '#src/platform/errors.ts'
import type { AuditAction } from '#src/platform/audit-actions-schema.ts'
import type { Authenticate } from './auth/authenticate.ts'
import { type RefusalLimit, slowDown, tooOften } from './auth/refusal-limit.ts'
import { isOpenedOtherwise, needScope, scopeOf } from './auth/scopes.ts'
import { assertDeclared } from './check-reply.ts'
import { readIdempotencyKey } from './request/headers.ts'
import type { RateLimit } from '#src/platform/rate-limit/rate-limit.ts'
import { type AnyAnswer, isRefusal, withSecret } from './reply.ts'
import { inRequest, showsRestricted } from './request/current.ts'
import { clientAddress } from './request/address.ts'
import {
  bodyLimitOf,
  bodyLimits,
  type BodyBudget,
  type BodyOwner,
  type Reservation,
} from './request/body-budget.ts'
import { readBody } from './request/read-body.ts'
import { createPartSplitter } from './request/multipart.ts'
import { replyResponse, toProblem } from './response.ts'
import type { Mounted, Principal, Route } from './route.ts'
import {
  type Body,
  readMediaType,
  refuseEncoded,
  validate,
  validateHead,
} from './request/validate.ts'

export type Gates = {
  authenticate: Authenticate
  rateLimit: RateLimit
  /** Limits how many 401 and 403 answers one caller gets. */
  refusalLimit: RefusalLimit
  /** Limits the memory of request bodies; a body’s share is freed when its request is answered. */
  bodyBudget: BodyBudget
  /** The number of our own reverse proxies in front of the service; 0 by default. */
  proxyHops?: number
  /** Throws when the tenant of a credential may not use the service now. */
  admitTenant?: AdmitTenant
  /** Writes the audit row of an answer that shows personal data; if that fails, the answer is not sent. */
  audit?: (shown: AuditedAnswer) => Promise<void>
  /** For tests: an answer that its route does not declare becomes an internal error. */
  checkReplies?: boolean
}

/** The known data of a request, for its answer and its log line. */
export type Trace = {
  requestId: string
  /** Headers that are set on the answer, whatever it is. */
  headers: Record<string, string>
  /** The authenticated caller. */
  principal?: Principal
  /** The transaction that the request is about. */
  transactionId?: string
}

/** An answer that must be audited before it is sent. */
export type AuditedAnswer = {
  readonly principal: Principal
  readonly requestId: string
  readonly action: AuditAction
  readonly operationId: string
  readonly transactionId: string | undefined
}

/** Answers one matched request, or throws the Problem that refuses it. */
export async function answer(
  mounted: Mounted,
  gates: Gates,
  c: Context,
  trace: Trace,
): Promise<Response> {
  const refused = () => ({
    address: clientAddress(c, gates.proxyHops ?? 0),
    principal: trace.principal,
  })
  const response = await answerMatched(mounted, gates, c, trace).catch((error: unknown) => {
    throw slowDown(gates.refusalLimit, error, refused())
  })
  // A page answers 401 with HTML instead of a problem, and is counted too.
  const wait = response.status === 401 ? gates.refusalLimit(401, refused()) : 0
  if (wait > 0) throw tooOften(wait, 'unauthorized')
  return response
}

/** Runs the route’s guard, which can refuse a request before its body is read. */
async function passGuard({ route, guard }: Mounted, c: Context, { requestId }: Trace) {
  if (!guard) return { admitted: undefined }
  const request = await validateHead(route, c)
  return inRequest(requestId, () => guard({ request, c }))
}

function respond(
  route: Route,
  { checkReplies }: Pick<Gates, 'checkReplies'>,
  result: AnyAnswer,
  trace: Trace,
): Response {
  if (isRefusal(result)) throw toProblem(result)
  const shown = withSecret(result)
  if (checkReplies) assertDeclared(route, shown)
  return replyResponse(route, shown, trace.headers)
}

async function answerMatched(
  mounted: Mounted,
  gates: Gates,
  c: Context,
  trace: Trace,
): Promise<Response> {
  const { route, isThere } = mounted
  if (isThere && !isThere(c.req.param())) throw new Problem('not-found', { reason: 'not-there' })
  const principal = await admit(route, gates, c, trace)
  const guarded = await passGuard(mounted, c, trace)
  if (!('admitted' in guarded)) return respond(route, gates, guarded, trace)
  const { admitted } = guarded
  const handle = (reservation?: Reservation) =>
    handleAdmitted(mounted, gates, { c, trace, principal, reservation, admitted })
  if (route.method === 'get') return handle()
  return gates.bodyBudget
    .hold(ownerOf(route, gates, c, principal), handle)
    .catch((error: unknown) => leadBack(route, c, trace, error))
}

/**
 * The owner whose share of the body memory is used. Callers with a credential reserve the declared size of pictures at
 * once; for anonymous callers, who could declare anything, only received bytes count.
 */
function ownerOf(
  route: Route,
  { proxyHops = 0 }: Gates,
  c: Context,
  principal: Principal | undefined,
): BodyOwner {
  const isForm = /^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '')
  const hasFiles = route.bodyLimit === 'images' || (route.bodyLimit === 'files' && isForm)
  const kind = hasFiles ? 'images' : 'others'
  if (!principal) return { kind, address: clientAddress(c, proxyHops) }
  return { kind, tenant: principal.tenant, declared: Number(c.req.header('content-length') ?? NaN) }
}

/** Redirects a page’s form back to the page where the route knows one for the error; otherwise throws the error. */
function leadBack(route: Route, c: Context, trace: Trace, error: unknown): Response {
  const location = error instanceof Problem ? route.leadsBack?.(error.code, c.req.path) : undefined
  if (location === undefined) throw error
  return replyResponse(route, { status: 303, headers: { location } }, trace.headers)
}

type Arrived = {
  readonly c: Context
  readonly trace: Trace
  readonly principal: Principal | undefined
  readonly reservation: Reservation | undefined
  /** The result of the route’s guard. */
  readonly admitted: unknown
}

async function handleAdmitted(
  { route, handler }: Mounted,
  gates: Gates,
  { c, trace, principal, reservation, admitted }: Arrived,
): Promise<Response> {
  const body = reservation && (await readWhole(route, c, reservation))
  const isEmpty = !body?.bytes.byteLength
  refuseEncoded(route, c.req.header('content-encoding'), isEmpty)
  const kind = readMediaType(route, c.req.header('content-type'), isEmpty)
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
        admitted,
        ...(body && { rawBody: body.bytes, bodyParts: body.parts ?? [body.bytes] }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      })
      return { result, isRestricted: showsRestricted() }
    })
  // Statements count towards the tenant’s share, so that one tenant’s callers cannot take every connection of the
  // process.
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
  return respond(route, gates, result, trace)
}

/** Authenticates the caller where the route asks for it: credential first, then scope, then rate limit. */
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
  const principal = await authenticate(c.req.header('authorization'), c.req)
  trace.principal = principal
  const scope = scopeOf(route)
  // Tenants can be registered before there are any.
  if (scope !== 'tenants:admin') admitTenant?.(principal)
  if (scope !== undefined && !isOpenedOtherwise(route, principal)) needScope(principal, scope)
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

/** The transaction id in the path, where the route says that there is one. */
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
  const names = route.paths[0].includes('/transaction') && route.paths.some(isOfTransaction)
  naming.set(route, names)
  return names
}

const isOfTransaction = (path: string) => /\/transactions?\/\{id\}/.test(path)
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Refuses requests from pages of other sites on routes without a bearer token, because browsers attach cookies by
 * themselves. Only browsers send this header.
 */
function refuseCrossSite(site: string | undefined): void {
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Problem('cross-site')
}

/** A credential may have been revoked while its request waited long: it is checked again before the answer is sent. */
async function admitAgain(
  { authenticate, admitTenant }: Gates,
  c: Context,
  principal: Principal,
): Promise<void> {
  if ((principal.keyId ?? principal.sessionId) !== undefined)
    await authenticate(c.req.header('authorization'), c.req)
  if (!principal.scopes.has('tenants:admin')) admitTenant?.(principal)
}

const goodMs = 1_000

async function readWhole(route: Route, c: Context, reservation: Reservation): Promise<Body> {
  const splitter = route.request.form && createPartSplitter(c.req.header('content-type'))
  // Only the files of a form justify a large body.
  const limit = route.bodyLimit === 'files' && !splitter ? bodyLimits.json : bodyLimitOf(route)
  const bytes = await readBody(c, { limit, reservation, observe: splitter?.take })
  return splitter ? { bytes, parts: splitter.split(bytes) } : { bytes }
}

/**
 * Throws `tenant-unknown`, `tenant-suspended`, or 401 where the registry does not allow the credential to name this
 * tenant.
 */
export type AdmitTenant = (principal: Principal) => void

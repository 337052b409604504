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
  /** How often somebody is told 401 or 403. */
  refusalLimit: RefusalLimit
  /** What bodies hold is given back when their requests are answered. */
  bodyBudget: BodyBudget
  /** How many proxies of ours stand before the service; none without it. */
  proxyHops?: number
  /** Throws where the tenant of a credential may not use the service now. */
  admitTenant?: AdmitTenant
  /** Writes that a credential was shown something; it is not shown when that cannot be written. */
  audit?: (shown: AuditedAnswer) => Promise<void>
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
export type AuditedAnswer = {
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
  const refused = () => ({
    address: clientAddress(c, gates.proxyHops ?? 0),
    principal: trace.principal,
  })
  const response = await answerMatched(mounted, gates, c, trace).catch((error: unknown) => {
    throw slowDown(gates.refusalLimit, error, refused())
  })
  // A page says 401 without a problem.
  const wait = response.status === 401 ? gates.refusalLimit(401, refused()) : 0
  if (wait > 0) throw tooOften(wait, 'unauthorized')
  return response
}

/** What can be refused before the body is read is refused there. */
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

/** Whoever has a credential reserves pictures as they are declared. Anybody can declare, so all else is what comes. */
function ownerOf(
  route: Route,
  { proxyHops = 0 }: Gates,
  c: Context,
  principal: Principal | undefined,
): BodyOwner {
  const kind = route.bodyLimit === 'images' ? 'images' : 'others'
  if (!principal) return { kind, address: clientAddress(c, proxyHops) }
  return { kind, tenant: principal.tenant, declared: Number(c.req.header('content-length') ?? NaN) }
}

/** The answer of a form that is a page again, where the route knows one for what is wrong. */
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
  /** What the guard of the route has found. */
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
  return respond(route, gates, result, trace)
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

async function readWhole(route: Route, c: Context, reservation: Reservation): Promise<Body> {
  const limit = bodyLimitOf(route)
  const splitter = route.request.form && createPartSplitter(c.req.header('content-type'))
  const bytes = await readBody(c, { limit, reservation, observe: splitter?.take })
  return splitter ? { bytes, parts: splitter.split(bytes) } : { bytes }
}

/** Throws `tenant-unknown`, `tenant-suspended`, or 401 for what the registry does not let the credential name. */
export type AdmitTenant = (principal: Principal) => void

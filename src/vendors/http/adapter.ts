// An account of a vendor that a definition file describes.
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type {
  CheckAccount,
  CheckContext,
  CheckOutcome,
  CheckRequest,
} from '#src/screening/checks/port.ts'
import { reachOf } from '#src/journey/calls/connector.ts'
import { exchange, type HttpLimits } from '#src/journey/calls/http.ts'
import { toFailure, userAgent } from '#src/vendors/parts/check-answer.ts'
import { type CheckGiven, reportsNothing } from '#src/vendors/parts/check-vendor.ts'
import { type Received, readReceived } from './answer.ts'
import { openCredentials } from './auth.ts'
import { openCallback } from './callback.ts'
import type { Definition, RequestDefinition } from './definition.ts'
import { type Evaluate, evaluate as evaluateInThread, valueOf } from './evaluate.ts'
import { parseBody } from './body.ts'
import { loadDefinition, secretReader } from './load.ts'
import { readLookUp } from './look-up.ts'
import { makeRequest, type Prepared, type Seen, signRequest } from './request.ts'
import type { HttpAccount } from './vendor.ts'

type Options = HttpAccount & CheckGiven

type Sent = { readonly received: Received } | { readonly outcome: CheckOutcome }

const noToken = { kind: 'deferred', class: 'transient' } as const

/** Throws an Error that says all that does not hold. */
export function createHttpAccount(
  options: Options,
  evaluate: Evaluate = evaluateInThread,
): CheckAccount {
  const { id, repeat, costMicros, timeoutMs, folder } = options
  const definition = loadDefinition(options.file, folder)
  if (repeat === 'key' && !definition.idempotencyKey)
    throw new Error(`${options.file}: repeat: key needs an idempotencyKey`)
  if (repeat === 'lookup' && !definition.lookUp)
    throw new Error(`${options.file}: repeat: lookup needs a lookUp`)
  const readSecret = secretReader(options.secrets, folder)
  const limits = toLimits(definition, options, readSecret)
  const credentials = openCredentials(definition.auth, readSecret, limits)
  const { async: later, lookUp } = definition

  /** Sends what is prepared; a refusal of the token is answered once with a new one. */
  async function send(request: Prepared, signal: AbortSignal): Promise<Sent> {
    for (let isRenewed = false; ; isRenewed = true) {
      const issued = await credentials.issue(signal)
      if (!issued) return { outcome: { ...noToken, code: `${definition.name}-no-token` } }
      const signed = signRequest(request, definition.sign, readSecret)
      const headers = { 'user-agent': userAgent, ...signed.headers, ...issued.headers }
      const outcome = await exchange({ ...signed, headers, signal }, limits)
      if (outcome.kind !== 'answer') return { outcome: toFailure(outcome) }
      if (outcome.status === 401 && !isRenewed && issued.renew()) continue
      const { status, retryAfterMs } = outcome
      const body = parseBody(definition.answers, outcome.body)
      return { received: { status, body, ...(retryAfterMs !== undefined && { retryAfterMs }) } }
    }
  }

  async function perform(
    request: RequestDefinition,
    seen: Seen,
    signal: AbortSignal,
    read: (received: Received) => Promise<CheckOutcome>,
  ): Promise<CheckOutcome> {
    const sent = await ask(request, seen, signal)
    return 'outcome' in sent ? sent.outcome : read(sent.received)
  }

  async function ask(request: RequestDefinition, seen: Seen, signal: AbortSignal): Promise<Sent> {
    const made = await makeRequest(evaluate, definition, request, seen)
    if ('ended' in made)
      return {
        outcome: { kind: 'deferred', class: 'transient', code: `${definition.name}-expressions` },
      }
    if ('missing' in made)
      return {
        outcome: { kind: 'rejected', class: 'input', code: `${definition.name}-not-enough` },
      }
    return send(made.request, signal)
  }

  /** What is not ready yet was bought: only its result is missing. */
  async function readFirst(received: Received, seen: Seen): Promise<CheckOutcome> {
    if (!later) return readReceived(evaluate, definition, received, seen)
    const id = 'poll' in later ? later.poll.id : later.callback.id
    const done = 'poll' in later ? later.poll.done : undefined
    const input = { ...seen, status: received.status, body: received.body ?? null }
    const results = await evaluate({ id, done }, input)
    if (valueOf(results['done']) === true) return readReceived(evaluate, definition, received, seen)
    const vendorId = toId(valueOf(results['id']))
    const isTaken = received.status >= 200 && received.status < 300
    const isNamed = vendorId !== undefined || id === undefined
    if (isTaken && received.body !== undefined && isNamed) {
      const refused = await readReceived(evaluate, definition, received, seen)
      // An error inside an answer of success is an error.
      if (refused.kind === 'rejected' || refused.kind === 'deferred' || refused.kind === 'no-data')
        return refused
      return { kind: 'accepted', ...(vendorId !== undefined && { vendorId }) }
    }
    return readReceived(evaluate, definition, received, seen)
  }

  return {
    ...(later && 'callback' in later
      ? openCallback(evaluate, definition, later.callback, { id, readSecret })
      : reportsNothing),
    id,
    vendor: 'http',
    repeat,
    costMicros,
    ...(definition.limits.perSecond !== undefined && {
      perSecond: definition.limits.perSecond,
    }),
    timeoutMs,
    resultMs: later
      ? ('poll' in later ? later.poll.maxSeconds : later.callback.maxSeconds) * 1_000
      : 0,
    offers: (port, service) =>
      port === definition.port && (definition.services?.includes(service) ?? true),
    async buy(request, ctx) {
      const missing = findMissing(definition, request)
      if (missing !== undefined)
        return { kind: 'rejected', class: 'input', code: `${definition.name}-needs-${missing}` }
      const seen = toSeen(request, ctx)
      return perform(definition.request, seen, ctx.signal, (received) => readFirst(received, seen))
    },
    ...(lookUp && {
      async lookUp(request: CheckRequest, ctx: CheckContext) {
        const seen = toSeen(request, ctx)
        const sent = await ask(lookUp.request, seen, ctx.signal)
        if ('outcome' in sent) throw new Error('the vendor could not be asked')
        return readLookUp(evaluate, { ...definition, lookUp }, sent.received, seen)
      },
    }),
    ...(later &&
      'poll' in later && {
        poll: {
          everyMs: later.poll.everySeconds * 1_000,
          async ask(request: CheckRequest, ctx: CheckContext & { vendorId: string | undefined }) {
            const seen = { ...toSeen(request, ctx), id: ctx.vendorId }
            const outcome = await perform(later.poll.request, seen, ctx.signal, (received) =>
              readPolled(received, seen),
            )
            return outcome.kind === 'accepted' ? undefined : outcome
          },
        },
      }),
  }

  async function readPolled(received: Received, seen: Seen): Promise<CheckOutcome> {
    if (!later || !('poll' in later)) return { kind: 'accepted' }
    const { done, failed } = later.poll
    const input = { ...seen, status: received.status, body: received.body ?? null }
    const results = await evaluate({ done, failed }, input)
    if (valueOf(results['failed']) === true)
      return { kind: 'rejected', class: 'account', code: `${definition.name}-failed` }
    if (valueOf(results['done']) !== true) return { kind: 'accepted' }
    return readReceived(evaluate, definition, received, seen)
  }
}

/** What the subject must have for the service, and has not: its name in small letters. */
function findMissing({ requires }: Definition, { service, subject }: CheckRequest) {
  const needed = Object.hasOwn(requires, service) ? requires[service] : undefined
  const has = (name: string) =>
    Object.entries(subject).some(
      ([key, value]) => key === name && value !== undefined && value !== '',
    )
  return needed?.find((name) => !has(name))?.toLowerCase()
}

const toSeen = (
  { service, subject }: CheckRequest,
  {
    transactionId,
    attemptId,
    orderId,
  }: Pick<CheckContext, 'transactionId' | 'attemptId' | 'orderId'>,
): Seen => ({
  params: subject,
  transaction: { id: transactionId },
  service,
  ids: { attempt: attemptId, order: orderId },
})

const tokenUrlOf = (auth: Definition['auth']): string[] => {
  if (auth === 'none') return []
  if ('oauth2' in auth) return [auth.oauth2.tokenUrl]
  return 'login' in auth ? [auth.login.tokenUrl] : []
}

function toLimits(
  { baseUrl, auth, tls, limits }: Definition,
  { file, timeoutMs, privateHosts }: Options,
  readSecret: ReturnType<typeof secretReader>,
): HttpLimits {
  const urls = [baseUrl, ...tokenUrlOf(auth)]
  const pem = (reference: NonNullable<typeof tls>['cert']) => reference && readSecret(reference)
  const own = tls && { cert: pem(tls.cert), key: pem(tls.key), ca: pem(tls.ca) }
  if (own) checkTls(file, own)
  return {
    totalMs: timeoutMs,
    bodyBytesMax: limits.maxBytes,
    reach: reachOf(
      urls.map((one) => new URL(one)),
      privateHosts,
      own,
    ),
  }
}

/** Throws an Error that shows nothing of them. */
function checkTls(file: string, own: SecureContextOptions): void {
  try {
    createSecureContext(own)
  } catch {
    throw new Error(`${file}: tls: a certificate or a key is none, or they are not a pair`)
  }
}

const toId = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '' && value.length <= 512) || typeof value === 'number'
    ? String(value)
    : undefined

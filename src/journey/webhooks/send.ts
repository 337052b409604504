// Makes one try. Each try has a new signature, because the receiver checks its time.
import {
  exchange,
  type HttpOutcome,
  type HttpRequest,
  type KeptConnections,
} from '#src/journey/calls/http.ts'
import { type ReceiverSettings, reachOfReceiver } from '#src/journey/receivers/address.ts'
import { type Signer, signHeaders } from '#src/journey/receivers/signing.ts'
import { bodyOf, testType } from './deliveries.ts'
import type { ClaimedDelivery } from './claim.ts'
import { type Answered, isTaken } from './rules.ts'
import type { Try } from './table.ts'

export type DeliveryAnswer = { readonly answered: Answered; readonly tried: Try }

export type WebhookSettings = ReceiverSettings & {
  /** The time limit of one try. */
  readonly timeoutMs: number
}

/** The body of the answer is not used; at most this much of it is read. */
const answerBytesMax = 16 * 1024

export type Way = {
  readonly settings: WebhookSettings
  readonly kept: KeptConnections
  readonly signal: AbortSignal
}

export async function send(
  claimed: ClaimedDelivery,
  signers: readonly Signer[],
  way: Way,
): Promise<DeliveryAnswer> {
  const [sentAt, begun] = [Date.now(), performance.now()]
  const at = { sentAt, begun }
  const body = writeBody(claimed)
  if (body === undefined) return toSent({ error: 'event-gone' }, at, { status: 410 })
  const request = {
    method: 'POST',
    url: new URL(claimed.endpoint.url),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Atesta-Webhooks/1',
      ...signHeaders(signers, { id: claimed.eventId, body, sentAt }),
    },
    body,
    signal: way.signal,
  } as const
  return outcomeOf(await post(request, way), at)
}

/** Uses a kept connection if there is one, and repeats once with a new one if the server had closed it. */
async function post(request: HttpRequest, { settings, kept }: Way): Promise<HttpOutcome> {
  const limits = {
    connectMs: Math.min(5_000, settings.timeoutMs),
    totalMs: settings.timeoutMs,
    bodyBytesMax: answerBytesMax,
    // The name is resolved for each connection, and exactly the checked address is connected to.
    reach: reachOfReceiver(request.url, settings),
  }
  const outcome = await exchange(request, { ...limits, kept })
  const isStale = outcome.kind === 'lost' && outcome.cause === 'reset' && outcome.wasKept === true
  return isStale ? exchange(request, limits) : outcome
}

function writeBody(claimed: ClaimedDelivery): string | undefined {
  const { eventId: id, type, event } = claimed
  if (event) return JSON.stringify(bodyOf(claimed, event))
  if (type !== testType) return undefined
  return JSON.stringify({ type, timestamp: new Date(), data: { id } })
}

/** `sentAt` is wall time, for the receiver; `begun` is a monotonic time, for the duration. */
type Begun = { readonly sentAt: number; readonly begun: number }

/**
 * The text that a tenant gets about a failure. A missing name and one that resolves to an internal address get the same
 * text, because the tenant could otherwise find out which names this network has.
 */
const told: Readonly<Partial<Record<string, string>>> = {
  'connect-timeout': 'timeout',
  blocked: 'name',
  dns: 'name',
}

function outcomeOf(outcome: HttpOutcome, at: Begun): DeliveryAnswer {
  if (outcome.kind !== 'answer') {
    return toSent({ error: told[outcome.cause] ?? outcome.cause }, at)
  }
  const { status, retryAfterMs } = outcome
  // Redirects are not followed, because their address was not checked.
  const isRedirect = status >= 300 && status < 400
  return toSent({ status, ...(isRedirect && { error: 'redirect' }) }, at, { status, retryAfterMs })
}

const toSent = (
  said: Pick<Try, 'status' | 'error'>,
  { sentAt, begun }: Begun,
  answered: Answered = {},
): DeliveryAnswer => ({
  answered,
  tried: {
    at: new Date(sentAt).toISOString(),
    ...said,
    durationMs: Math.round(performance.now() - begun),
  },
})

export const isDelivered = ({ answered }: DeliveryAnswer): boolean => isTaken(answered)

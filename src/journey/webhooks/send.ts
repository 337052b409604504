// One try: the body is thin, and is signed anew, because the receiver looks at the time of the signature.
import {
  exchange,
  type HttpOutcome,
  type HttpRequest,
  type KeptConnections,
} from '#src/journey/calls/http.ts'
import { reachOfEndpoint, type WebhookSettings } from './address.ts'
import { bodyOf } from './body.ts'
import type { ClaimedDelivery } from './claim.ts'
import { testType } from './deliveries.ts'
import { type Answered, isTaken } from './rules.ts'
import { type Signer, signHeaders } from './signing.ts'
import type { Try } from './table.ts'

export type DeliveryAnswer = { readonly answered: Answered; readonly tried: Try }

/** What a receiver says besides its status is not read: only so much is taken from the connection. */
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

/** By a connection that has served, where there is one; once more by a new one if its server had closed that. */
async function post(request: HttpRequest, { settings, kept }: Way): Promise<HttpOutcome> {
  const limits = {
    connectMs: Math.min(5_000, settings.timeoutMs),
    totalMs: settings.timeoutMs,
    bodyBytesMax: answerBytesMax,
    // The name is looked up for each connection, and the address that was judged is the one that is reached.
    reach: reachOfEndpoint(request.url, settings),
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

/** By the wall, for the receiver; and by a clock that nobody sets, for what it took. */
type Begun = { readonly sentAt: number; readonly begun: number }

function outcomeOf(outcome: HttpOutcome, at: Begun): DeliveryAnswer {
  if (outcome.kind !== 'answer') {
    const { kind, cause } = outcome
    return toSent({ error: kind === 'lost' || cause !== 'connect-timeout' ? cause : 'timeout' }, at)
  }
  const { status, retryAfterMs } = outcome
  // It would lead to an address that nobody has judged.
  const isRedirect = status >= 300 && status < 400
  return toSent({ status, ...(isRedirect && { error: 'redirect' }) }, at, {
    status,
    retryAfterMs,
  })
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

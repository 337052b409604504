// Decides what an answer of an endpoint means for a call, and when the call is tried again. Pure.
import type { CallHealth } from '#src/journey/calls/breaker.ts'
import type { HttpOutcome } from '#src/journey/calls/http.ts'

/** `code` is one of our own (`http-503`, `timeout`, `dns`) and never contains text of the endpoint. */
export type EndpointAnswer =
  /** An answer with a result, which is not yet checked against the schema of its step. */
  | { readonly kind: 'answered'; readonly value: unknown }
  /** Status 202: the result will come by `replyTo`. */
  | { readonly kind: 'later' }
  | { readonly kind: 'again'; readonly code: string; readonly retryAfterMs?: number }
  /** The endpoint's address, credentials or certificate are wrong, so every call fails alike. */
  | { readonly kind: 'trouble'; readonly code: string }
  /** The endpoint refuses this one call. */
  | { readonly kind: 'refused'; readonly code: string }
  /** A success whose body is no JSON or is too long. */
  | { readonly kind: 'unreadable'; readonly code: 'not-json' | 'too-long' }

/** The most bytes that are read of an answer. */
export const answerBytesMax = 64 * 1024

const troubles = [401, 403, 404, 405, 410]
const passing = [408, 425, 429]

export function answerOf(outcome: HttpOutcome): EndpointAnswer {
  if (outcome.kind === 'lost') return { kind: 'again', code: outcome.cause }
  if (outcome.kind === 'unsent') return unsent(outcome.cause)
  const { status, body, bodyFault, retryAfterMs } = outcome
  const code = `http-${status}`
  if (status === 202) return { kind: 'later' }
  if (status >= 200 && status < 300) {
    if (bodyFault === 'broken') return { kind: 'again', code: 'reset' }
    if (bodyFault === 'too-long') return { kind: 'unreadable', code: 'too-long' }
    return readAnswer(body)
  }
  // Redirects are not followed, because their address was not checked.
  if (status < 400) return { kind: 'trouble', code: 'redirect' }
  if (troubles.includes(status)) return { kind: 'trouble', code }
  if (status >= 500 || passing.includes(status))
    return { kind: 'again', code, ...(retryAfterMs !== undefined && { retryAfterMs }) }
  return { kind: 'refused', code }
}

function readAnswer(body: string | undefined): EndpointAnswer {
  if (body?.trim() === '') return { kind: 'answered', value: {} }
  try {
    return { kind: 'answered', value: JSON.parse(body ?? '') }
  } catch {
    return { kind: 'unreadable', code: 'not-json' }
  }
}

type UnsentCause = Extract<HttpOutcome, { kind: 'unsent' }>['cause']

/** Nothing was written: the name, the certificate, the address or the network is at fault. */
const unsent = (cause: UnsentCause): EndpointAnswer =>
  cause === 'tls' || cause === 'blocked' || cause === 'invalid'
    ? { kind: 'trouble', code: cause }
    : { kind: 'again', code: cause === 'connect-timeout' ? 'timeout' : cause }

/** Judges the health of the endpoint by an answer; a busy endpoint that asks for time is not at fault. */
export function healthOf(answer: EndpointAnswer): CallHealth {
  if (answer.kind === 'trouble') return 'fault'
  if (answer.kind !== 'again') return 'works'
  return answer.code === 'http-429' || answer.code === 'aborted' ? 'nothing' : 'fault'
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const waitsMs = [2 * second, 20 * second, 2 * minute, 10 * minute] as const

/**
 * How long to wait before the next try, at least as long as the endpoint asks for. `tried` is how many tries were made.
 */
export const waitAfter = (tried: number, retryAfterMs = 0): number =>
  Math.max(waitsMs[tried - 1] ?? hour, retryAfterMs)

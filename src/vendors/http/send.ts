// Sends the requests of a definition file: made, signed, with a token; a refusal of the token is answered once with a
// new one.
import type { CheckOutcome } from '#src/screening/orders/port.ts'
import { exchange, type HttpLimits } from '#src/journey/calls/http.ts'
import { toFailure, userAgent } from '#src/vendors/parts/check-answer.ts'
import type { Received } from './answer.ts'
import { openCredentials } from './auth.ts'
import { parseBody } from './body.ts'
import type { ReadSecret } from './credentials.ts'
import type { Definition } from './definition/definition.ts'
import type { RequestDefinition } from './definition/request.ts'
import type { Evaluate } from './evaluate.ts'
import { makeRequest, type Prepared, type Seen, signRequest } from './request.ts'

export type HttpAnswer = { readonly received: Received } | { readonly outcome: CheckOutcome }

export type Send = (
  request: RequestDefinition,
  seen: Seen,
  signal: AbortSignal,
) => Promise<HttpAnswer>

export function openSender(
  evaluate: Evaluate,
  definition: Definition,
  readSecret: ReadSecret,
  limits: HttpLimits,
): Send {
  const { name, auth, sign, answers } = definition
  const credentials = openCredentials(auth, readSecret, limits)

  async function exchangeSigned(request: Prepared, signal: AbortSignal): Promise<HttpAnswer> {
    for (let isRenewed = false; ; isRenewed = true) {
      const issued = await credentials.issue(signal)
      if (!issued) return deferred(`${name}-no-token`)
      const signed = signRequest(request, sign, readSecret)
      const headers = { 'user-agent': userAgent, ...signed.headers, ...issued.headers }
      const outcome = await exchange({ ...signed, headers, signal }, limits)
      if (outcome.kind !== 'answer') return { outcome: toFailure(outcome) }
      if (outcome.status === 401 && !isRenewed && issued.renew()) continue
      const { status, retryAfterMs } = outcome
      const body = parseBody(answers, outcome.body)
      return { received: { status, body, ...(retryAfterMs !== undefined && { retryAfterMs }) } }
    }
  }

  return async (request, seen, signal) => {
    const made = await makeRequest(evaluate, definition, request, seen)
    if ('ended' in made) return deferred(`${name}-expressions`)
    if ('missing' in made)
      return { outcome: { kind: 'rejected', class: 'input', code: `${name}-not-enough` } }
    return exchangeSigned(made.request, signal)
  }
}

const deferred = (code: string): HttpAnswer => ({
  outcome: { kind: 'deferred', class: 'transient', code },
})

// Sends the requests of a definition file, with signature, token and the values fetched for them. When the token is
// refused, the request is sent once more with a new one.
import type { CheckOutcome } from '#src/screening/orders/port.ts'
import { exchange, type HttpLimits } from '#src/journey/calls/http.ts'
import { toFailure, userAgent } from '#src/vendors/parts/check-answer.ts'
import type { Received } from './answer.ts'
import { openCredentials } from './auth.ts'
import { parseBody } from './body.ts'
import type { Issued, ReadSecret } from './credentials.ts'
import type { Definition } from './definition/definition.ts'
import type { RequestDefinition, RequestParts } from './definition/request.ts'
import type { Evaluate } from './evaluate.ts'
import { openPerCall } from './per-call.ts'
import { type Call, makeRequest, type Prepared, signRequest } from './request.ts'

export type HttpAnswer = { readonly received: Received } | { readonly outcome: CheckOutcome }

export type Send = (request: RequestDefinition, call: Call) => Promise<HttpAnswer>

export function openSender(
  evaluate: Evaluate,
  definition: Definition,
  readSecret: ReadSecret,
  limits: HttpLimits,
): Send {
  const { name, auth, sign, answers } = definition
  const credentials = openCredentials(auth, readSecret, limits)
  const fetchFor = openPerCall({ evaluate, definition }, { credentials, readSecret, limits })

  async function prepare(
    request: RequestParts,
    call: Call,
  ): Promise<{ readonly request: Prepared } | { readonly outcome: CheckOutcome }> {
    const made = await makeRequest(evaluate, definition, request, call)
    if ('request' in made) return made
    if ('ended' in made) return deferred(`${name}-expressions`)
    if ('missing' in made)
      return { outcome: { kind: 'rejected', class: 'input', code: `${name}-not-enough` } }
    const code = `${name}-${made.fault}`
    // Another vendor may accept the picture that this one refuses.
    return made.fault === 'selfie-away'
      ? deferred(code)
      : { outcome: { kind: 'rejected', class: 'account', code } }
  }

  /** `refused` means that the token was refused. */
  async function exchangeSigned(
    request: Prepared,
    issued: Issued,
    signal: AbortSignal,
  ): Promise<HttpAnswer & { readonly refused?: true }> {
    const signed = signRequest(request, sign, readSecret)
    const headers = { 'user-agent': userAgent, ...signed.headers, ...issued.headers }
    const outcome = await exchange({ ...signed, headers, signal }, limits)
    if (outcome.kind !== 'answer') return { outcome: toFailure(outcome) }
    const { status, retryAfterMs } = outcome
    const body = parseBody(answers, outcome.body)
    const received = { status, body, ...(retryAfterMs !== undefined && { retryAfterMs }) }
    return { received, ...(status === 401 && { refused: true as const }) }
  }

  return async (request, call) => {
    for (let isRenewed = false; ; isRenewed = true) {
      const issued = await credentials.issue(call.signal)
      if (!issued) return deferred(`${name}-no-token`)
      // Fetched again for the second sending, because the refused request may have used up the values.
      const fetched = await fetchFor(request, call)
      if (typeof fetched === 'string') return deferred(`${name}-no-${fetched.toLowerCase()}`)
      const seen = { ...call.seen, perCall: fetched }
      const prepared = await prepare(request, { ...call, seen })
      if ('outcome' in prepared) return prepared
      const { refused, ...answer } = await exchangeSigned(prepared.request, issued, call.signal)
      if (refused && !isRenewed && issued.renew()) continue
      return answer
    }
  }
}

const deferred = (code: string): { readonly outcome: CheckOutcome } => ({
  outcome: { kind: 'deferred', class: 'transient', code },
})

// Fetches values for one request only: a consent token for an operation, the key of a picture that was sent before.
// Without them nothing was bought.
import { exchange, type HttpLimits } from '#src/journey/calls/http.ts'
import { userAgent } from '#src/vendors/parts/check-answer.ts'
import { holds } from './answer.ts'
import { openCredentials } from './auth.ts'
import { parseJson } from './body.ts'
import type { Credentials, ReadSecret } from './credentials.ts'
import type { Definition } from './definition/definition.ts'
import { listPerCalls } from './definition/expressions.ts'
import type { PerCall, RequestDefinition } from './definition/request.ts'
import { type Evaluate, valueOf } from './evaluate.ts'
import { type Call, makeRequest } from './request.ts'

type Read = { readonly evaluate: Evaluate; readonly definition: Definition }
type Access = {
  readonly credentials: Credentials
  readonly readSecret: ReadSecret
  readonly limits: HttpLimits
}

/** All values that a request needs, by name; or the name of one that is unavailable now. */
export type FetchFor = (
  request: RequestDefinition,
  call: Call,
) => Promise<Readonly<Record<string, string>> | string>

const textMax = 16_384

/** Throws an Error that names a missing secret. */
export function openPerCall({ evaluate, definition }: Read, access: Access): FetchFor {
  const opened = new Map(listPerCalls(definition).map(([, one]) => [one, open(one)]))

  function open(one: PerCall): (call: Call) => Promise<string | undefined> {
    const { baseUrl = definition.baseUrl } = one
    const limits = one.baseUrl === undefined ? access.limits : withoutOurs(access.limits)
    const credentials =
      one.auth === 'account'
        ? access.credentials
        : openCredentials(one.auth, access.readSecret, limits)
    return async (call) => {
      const made = await makeRequest(evaluate, { baseUrl }, one, call)
      if (!('request' in made)) return undefined
      for (let isRenewed = false; ; isRenewed = true) {
        const issued = await credentials.issue(call.signal)
        if (!issued) return undefined
        const headers = { 'user-agent': userAgent, ...made.request.headers, ...issued.headers }
        const request = { ...made.request, headers, signal: call.signal }
        const outcome = await exchange(request, limits)
        if (outcome.kind !== 'answer') return undefined
        if (outcome.status === 401 && !isRenewed && issued.renew()) continue
        const received = { status: outcome.status, body: parseJson(outcome.body) }
        return readValue(evaluate, one, { ...call.seen, ...received })
      }
    }
  }

  return async (request, call) => {
    const values: Record<string, string> = {}
    for (const [name, one] of Object.entries(request.perCall)) {
      const value = await opened.get(one)?.(call)
      if (value === undefined) return name
      values[name] = value
    }
    return values
  }
}

/** Another server is verified by the public certificate authorities, and does not see our client certificate. */
const withoutOurs = ({ reach, ...limits }: HttpLimits): HttpLimits => ({
  ...limits,
  ...(reach && { reach: { ...reach, tls: undefined } }),
})

async function readValue(
  evaluate: Evaluate,
  { success, value }: PerCall,
  input: { readonly status: number; readonly body: unknown },
): Promise<string | undefined> {
  if (input.body === undefined) return undefined
  const results = await evaluate({ success: success.when, value }, input)
  if (!holds(success, input, results['success'])) return undefined
  const found = valueOf(results['value'])
  return typeof found === 'string' && found !== '' && found.length <= textMax ? found : undefined
}

// The token of an account: fetched once for all requests that need it, and renewed shortly before its end and after a
// refusal.
import { exchange, type HttpLimits } from '#src/journey/calls/http.ts'
import { userAgent } from '#src/vendors/parts/check-answer.ts'
import type { Credentials } from './credentials.ts'
import { parseJson } from './body.ts'
import type { TokenRequest } from './token-request.ts'

/** The position of the token in the answer, and the header that carries it. */
type Form = {
  readonly tokenUrl: string
  readonly tokenField: string
  readonly expiresField: string
  readonly lifeSeconds: number
  readonly header: string
  readonly prefix: string
}

/** The token is renewed this long before its end. */
const skewMs = 60_000

/** `headers` are sent with every request of the account besides the token, but not to the token's server. */
type Beside = { readonly limits: HttpLimits; readonly headers: Readonly<Record<string, string>> }

export function openTokens(
  form: Form,
  make: () => TokenRequest,
  { limits, headers: fixed }: Beside,
): Credentials {
  const url = new URL(form.tokenUrl)
  let token: { readonly text: string; readonly until: number } | undefined
  let asking: Promise<string | undefined> | undefined

  async function ask(signal: AbortSignal): Promise<string | undefined> {
    const { headers: own, body } = await make()
    const headers = { 'user-agent': userAgent, ...own }
    const outcome = await exchange({ method: 'POST', url, headers, body, signal }, limits)
    // Some servers answer a new token with status 201.
    if (outcome.kind !== 'answer' || (outcome.status !== 200 && outcome.status !== 201))
      return undefined
    const answer = parseJson(outcome.body)
    const text = at(answer, form.tokenField)
    if (typeof text !== 'string' || text === '') return undefined
    const seconds = Number(at(answer, form.expiresField) ?? form.lifeSeconds)
    const lifeMs = (seconds > 0 ? seconds : form.lifeSeconds) * 1_000
    token = { text, until: performance.now() + Math.max(0, lifeMs - skewMs) }
    return text
  }

  return {
    async issue(signal) {
      const isGood = token !== undefined && token.until > performance.now()
      // Requests that come while the token is being fetched wait for it.
      asking ??= isGood ? undefined : ask(signal).finally(() => (asking = undefined))
      const text = isGood && !asking ? token?.text : await asking
      if (text === undefined) return undefined
      return {
        headers: { ...fixed, [form.header]: form.prefix + text },
        renew() {
          // A late refusal of an older token does not concern the one that replaced it.
          if (token?.text === text) token = undefined
          return true
        },
      }
    },
  }
}

/** The value at a path such as `data.token`. */
function at(answer: unknown, path: string): unknown {
  let found = answer
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    // Safe because the object has a member of that name.
    found = (found as Readonly<Record<string, unknown>>)[name]
  }
  return found
}

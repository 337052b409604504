// The token of an account: asked for once for all who need it, renewed before its end and once it is refused.
import { exchange, type HttpLimits } from '#src/journey/calls/http.ts'
import { userAgent } from '#src/vendors/parts/check-answer.ts'
import type { Credentials } from './credentials.ts'
import { parseJson } from './body.ts'
import type { TokenRequest } from './token-request.ts'

/** Where the token stands in the answer, and how it is sent. */
type Form = {
  readonly tokenUrl: string
  readonly tokenField: string
  readonly expiresField: string
  readonly lifeSeconds: number
  readonly header: string
  readonly prefix: string
}

/** Renewed so long before its time. */
const skewMs = 60_000

/** `headers`: what goes with every request of the account beside the token, and not to who gives the token. */
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
    // Some make a token with 201.
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
      // Who comes while somebody asks waits for that token.
      asking ??= isGood ? undefined : ask(signal).finally(() => (asking = undefined))
      const text = isGood && !asking ? token?.text : await asking
      if (text === undefined) return undefined
      return {
        headers: { ...fixed, [form.header]: form.prefix + text },
        renew() {
          // A refusal that comes late says nothing of the token that has taken its place.
          if (token?.text === text) token = undefined
          return true
        },
      }
    },
  }
}

/** `data.token` of the answer. */
function at(answer: unknown, path: string): unknown {
  let found = answer
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    // Safe because it has the name.
    found = (found as Readonly<Record<string, unknown>>)[name]
  }
  return found
}

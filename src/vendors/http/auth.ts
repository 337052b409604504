// Authenticates an account at its vendor.
import { z } from 'zod'
import { exchange, type HttpLimits } from '#src/journey/calls/http.ts'
import { readBody } from '#src/vendors/parts/check-answer.ts'
import type { Definition, OAuth2, Secret } from './definition.ts'

export type Credentials = {
  /** Undefined: the vendor gives no token now. */
  headers(signal: AbortSignal): Promise<Readonly<Record<string, string>> | undefined>
  /** Whether a refused request may be sent again with a new token. */
  renew(): boolean
}

type ReadSecret = (reference: Secret) => string

export function openCredentials(
  auth: Definition['auth'],
  readSecret: ReadSecret,
  limits: HttpLimits,
): Credentials {
  if (auth !== 'none' && 'oauth2' in auth) return openOAuth2(auth.oauth2, readSecret, limits)
  const headers = toHeaders(auth, readSecret)
  return { headers: async () => headers, renew: () => false }
}

function toHeaders(
  auth: Exclude<Definition['auth'], { oauth2: OAuth2 }>,
  readSecret: ReadSecret,
): Record<string, string> {
  if (auth === 'none') return {}
  if ('bearer' in auth) return { authorization: `Bearer ${readSecret(auth.bearer)}` }
  if ('basic' in auth)
    return { authorization: basic(readSecret(auth.basic.user), readSecret(auth.basic.password)) }
  return Object.fromEntries(
    Object.entries(auth.headers).map(([name, secret]) => [name, readSecret(secret)]),
  )
}

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().default(300),
})

/** Renewed so long before its time. */
const skewMs = 60_000

function openOAuth2(oauth2: OAuth2, readSecret: ReadSecret, limits: HttpLimits): Credentials {
  const url = new URL(oauth2.tokenUrl)
  const [id, secret] = [readSecret(oauth2.clientId), readSecret(oauth2.clientSecret)]
  const optional = (name: string, value: Secret | undefined) =>
    value ? { [name]: readSecret(value) } : {}
  const form = {
    grant_type: oauth2.grant,
    ...(oauth2.scope !== undefined && { scope: oauth2.scope }),
    ...optional('username', oauth2.username),
    ...optional('password', oauth2.password),
    ...(oauth2.clientAuth === 'post' && { client_id: id, client_secret: secret }),
  }
  let token: { readonly text: string; readonly until: number } | undefined
  let asking: Promise<string | undefined> | undefined

  async function ask(signal: AbortSignal): Promise<string | undefined> {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      ...(oauth2.clientAuth === 'basic' && { authorization: basic(id, secret) }),
    }
    const body = new URLSearchParams(form).toString()
    const outcome = await exchange({ method: 'POST', url, headers, body, signal }, limits)
    if (outcome.kind !== 'answer' || outcome.status !== 200) return undefined
    const read = readBody(Token, outcome.body)
    if (!read) return undefined
    const { access_token: text, expires_in: seconds } = read
    token = { text, until: performance.now() + Math.max(0, seconds * 1_000 - skewMs) }
    return text
  }

  return {
    async headers(signal) {
      const isGood = token !== undefined && token.until > performance.now()
      // Who comes while somebody asks waits for that token.
      asking ??= isGood ? undefined : ask(signal).finally(() => (asking = undefined))
      const text = isGood && !asking ? token?.text : await asking
      return text === undefined ? undefined : { authorization: `Bearer ${text}` }
    },
    renew() {
      token = undefined
      return true
    },
  }
}

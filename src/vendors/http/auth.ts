// Authenticates an account at its vendor.
import type { HttpLimits } from '#src/journey/calls/http.ts'
import { basic, type Credentials, type ReadSecret } from './credentials.ts'
import type { Definition } from './definition/definition.ts'
import { openTokens } from './tokens.ts'
import { clientForm, loginForm } from './token-request.ts'

export function openCredentials(
  auth: Definition['auth'],
  readSecret: ReadSecret,
  limits: HttpLimits,
): Credentials {
  if (auth !== 'none' && 'oauth2' in auth)
    return openTokens(auth.oauth2, clientForm(auth.oauth2, readSecret), limits)
  if (auth !== 'none' && 'login' in auth)
    return openTokens(auth.login, loginForm(auth.login, readSecret), limits)
  const headers = toHeaders(auth, readSecret)
  return { issue: async () => ({ headers, renew: () => false }) }
}

type Fixed = Exclude<Definition['auth'], { oauth2: unknown } | { login: unknown }>

function toHeaders(auth: Fixed, readSecret: ReadSecret): Record<string, string> {
  if (auth === 'none') return {}
  if ('bearer' in auth) return { authorization: `Bearer ${readSecret(auth.bearer)}` }
  if ('basic' in auth)
    return { authorization: basic(readSecret(auth.basic.user), readSecret(auth.basic.password)) }
  return Object.fromEntries(
    Object.entries(auth.headers).map(([name, secret]) => [name, readSecret(secret)]),
  )
}

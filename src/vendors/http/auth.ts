// Authenticates an account at its vendor.
import type { HttpLimits } from '#src/journey/calls/http.ts'
import { basic, type Credentials, type ReadSecret } from './credentials.ts'
import type { Auth } from './definition/auth.ts'
import { openTokens } from './tokens.ts'
import { clientForm, loginForm } from './token-request.ts'

export function openCredentials(
  auth: Auth,
  readSecret: ReadSecret,
  limits: HttpLimits,
): Credentials {
  if (auth === 'none') return fixed({})
  const { oauth2, login } = auth
  const headers = toHeaders(auth, readSecret)
  if (oauth2) return openTokens(oauth2, clientForm(oauth2, readSecret), { limits, headers })
  if (login) return openTokens(login, loginForm(login, readSecret), { limits, headers })
  return fixed(headers)
}

const fixed = (headers: Readonly<Record<string, string>>): Credentials => ({
  issue: async () => ({ headers, renew: () => false }),
})

/** The headers that all requests share. */
function toHeaders(
  { headers = {}, bearer, basic: person }: Exclude<Auth, 'none'>,
  readSecret: ReadSecret,
): Record<string, string> {
  const own = Object.entries(headers).map(([name, secret]) => [name, readSecret(secret)] as const)
  return {
    ...Object.fromEntries(own),
    ...(bearer && { authorization: `Bearer ${readSecret(bearer)}` }),
    ...(person && { authorization: basic(readSecret(person.user), readSecret(person.password)) }),
  }
}

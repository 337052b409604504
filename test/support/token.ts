// Credentials for tests: HS256 with a secret that only tests know.
import { SignJWT } from 'jose'
import { scopeNames } from '#src/platform/http/auth/scopes-schema.ts'

export const jwtSecret = 'a-secret-of-tests-with-32-characters!'

/** All scopes, because a credential without the scope of a route is refused before anything else. */
export const everyScope = scopeNames.join(' ')

export type Claims = {
  tenant?: string
  mode?: 'sandbox' | 'live'
  scope?: string
  sub?: string
  /** The client id. */
  azp?: string
  exp?: number
}

const minted = new Map<string, Promise<string>>()

/** Returns the same credential for the same claims; it is valid longer than a test run. */
export function mintToken(claims: Claims = {}): Promise<string> {
  const key = JSON.stringify(claims)
  const token = minted.get(key) ?? sign(claims)
  minted.set(key, token)
  return token
}

async function sign({
  tenant = 'acme',
  mode = 'sandbox',
  scope = '',
  sub,
  azp,
  exp,
}: Claims): Promise<string> {
  return new SignJWT({
    tenant,
    mode,
    scope,
    ...(sub !== undefined && { sub }),
    ...(azp !== undefined && { azp }),
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('atesta')
    .setAudience('atesta')
    .setIssuedAt()
    .setExpirationTime(exp ?? '12h')
    .sign(new TextEncoder().encode(jwtSecret))
}

import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { Problem } from '#src/platform/errors.ts'
import { createVerifier, invalidToken, type KeyConfig } from './jwt.ts'
import type { Principal } from '../route.ts'

export type AuthConfig = KeyConfig & {
  JWT_TENANT_CLAIM: string
  /** The mode of a credential that names none; without it such a credential is refused. */
  JWT_DEFAULT_MODE?: Principal['mode'] | undefined
}

/** The verified credential in an Authorization header; Problem 401, or 503 when no key can be had. */
export type Authenticate = (authorization: string | undefined) => Promise<Principal>

type Verified = { principal: Principal; until: number }

/** Reads the key file at once, so that a missing or wrong one stops the start. */
export function createAuthenticator(config: AuthConfig): Authenticate {
  const verify = createVerifier(config)
  const verified = new Map<string, Verified>()

  return async function authenticate(authorization) {
    const token = readToken(authorization)
    const digest = createHash('sha256').update(token).digest('base64')
    const known = verified.get(digest)
    if (known && known.until > Date.now()) return known.principal

    const payload = await verify(token)
    const principal = readPrincipal(config, payload)
    remember(verified, digest, principal, Number(payload.exp) * 1000)
    return principal
  }
}

const rememberedMax = 1000
const rememberedMs = 60_000

/** A signature check costs as much as a whole read, so its outcome is kept for a minute at most. */
function remember(
  verified: Map<string, Verified>,
  digest: string,
  principal: Principal,
  expiresAt: number,
): void {
  verified.delete(digest)
  const [oldest] = verified.keys()
  if (verified.size >= rememberedMax && oldest !== undefined) verified.delete(oldest)
  verified.set(digest, { principal, until: Math.min(expiresAt, Date.now() + rememberedMs) })
}

function readToken(authorization: string | undefined): string {
  if (authorization === undefined) {
    const headers = { 'www-authenticate': 'Bearer' }
    throw new Problem('unauthorized', { reason: 'no-credential', headers })
  }
  const token = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization.trim())?.[1]
  if (token === undefined) throw invalidToken('malformed')
  return token
}

const Claims = z.object({
  tenant: z.string().regex(/^[\w.-]{1,64}$/),
  mode: z.enum(['sandbox', 'live']),
  scope: z.union([z.string(), z.array(z.string())]),
  // Who publishes stands in audit rows: an id, and no address of a person.
  sub: z
    .string()
    .regex(/^[\w.:|-]{1,128}$/)
    .optional()
    .catch(undefined),
})

function readPrincipal(config: AuthConfig, payload: JWTPayload): Principal {
  const claims = Claims.safeParse({
    tenant: payload[config.JWT_TENANT_CLAIM],
    mode: payload['mode'] ?? config.JWT_DEFAULT_MODE,
    scope: payload['scope'] ?? [],
    sub: payload.sub,
  })
  if (!claims.success) throw invalidToken('claims')
  const { tenant, mode, scope, sub } = claims.data
  const scopes = typeof scope === 'string' ? scope.split(' ').filter(Boolean) : scope
  return { tenant, mode, scopes: new Set(scopes), ...(sub !== undefined && { subject: sub }) }
}

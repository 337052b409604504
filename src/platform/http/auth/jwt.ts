import { readFileSync } from 'node:fs'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeProtectedHeader,
  errors as jose,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose'
import { Problem } from '#src/platform/errors.ts'

/** At least one of the three keys; the names are those of the environment. */
export type KeyConfig = {
  JWKS_URL?: string | undefined
  JWKS_FILE?: string | undefined
  /** For HS256, at least 32 characters. */
  JWT_SECRET?: string | undefined
  JWT_ISSUER: string
  JWT_AUDIENCE: string
}

/** The claims of a good token; Problem 401, or 503 when no key can be had. */
export type Verify = (token: string) => Promise<JWTPayload>

/** A secret verifies HS256 alone and a key set never does, whatever keys it holds. */
export function createVerifier(config: KeyConfig): Verify {
  const { JWT_ISSUER: issuer, JWT_AUDIENCE: audience, JWT_SECRET } = config
  const options = { issuer, audience, requiredClaims: ['exp'] }
  const secret = JWT_SECRET === undefined ? undefined : new TextEncoder().encode(JWT_SECRET)
  const keySet = firstMatching(createKeySets(config))

  return async function verify(token) {
    const algorithm = readAlgorithm(token)
    if (algorithm === 'HS256' && secret) {
      return explain(jwtVerify(token, secret, { ...options, algorithms: ['HS256'] }))
    }
    const algorithms = ['RS256', 'ES256', 'EdDSA'].filter((one) => one === algorithm)
    if (algorithms.length === 0) throw invalidToken('algorithm')
    return explain(jwtVerify(token, keySet, { ...options, algorithms }))
  }
}

/** What every credential that was sent and is not good is answered with. */
export const invalidToken = (reason: string) =>
  new Problem('unauthorized', {
    reason,
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })

function readAlgorithm(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).alg
  } catch {
    throw invalidToken('malformed')
  }
}

function createKeySets({ JWKS_FILE, JWKS_URL }: KeyConfig): JWTVerifyGetKey[] {
  const keySets: JWTVerifyGetKey[] = []
  if (JWKS_FILE !== undefined) keySets.push(readKeySet(JWKS_FILE))
  if (JWKS_URL !== undefined) {
    keySets.push(createRemoteJWKSet(new URL(JWKS_URL), { timeoutDuration: 3000 }))
  }
  return keySets
}

function readKeySet(file: string): JWTVerifyGetKey {
  try {
    return createLocalJWKSet(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new Error(`JWKS_FILE names no readable key set: ${file}`, { cause })
  }
}

const firstMatching =
  (keySets: JWTVerifyGetKey[]): JWTVerifyGetKey =>
  async (header, token) => {
    for (const keySet of keySets) {
      try {
        return await keySet(header, token)
      } catch (error) {
        if (!(error instanceof jose.JWKSNoMatchingKey)) throw error
      }
    }
    throw new jose.JWKSNoMatchingKey()
  }

/** Only a key set that cannot be had is not the caller's fault. */
async function explain(verifying: Promise<{ payload: JWTPayload }>): Promise<JWTPayload> {
  try {
    return (await verifying).payload
  } catch (error) {
    if (isKeySetAway(error)) {
      throw new Problem('unavailable', { reason: 'key-set-away', headers: { 'retry-after': '5' } })
    }
    throw invalidToken(error instanceof jose.JOSEError ? error.code : 'malformed')
  }
}

const keySetFaults = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']

/** jose throws what `fetch` threw as it is, and errors of its own for all that a token can be. */
function isKeySetAway(error: unknown): boolean {
  return !(error instanceof jose.JOSEError) || keySetFaults.includes(error.code)
}

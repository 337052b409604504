// Verifies that a token was signed by the issuer that it names, for our audience, and has not expired.
import { decodeJwt, decodeProtectedHeader, errors as jose, jwtVerify, type JWTPayload } from 'jose'
import { Problem } from '#src/platform/errors.ts'
import type { IssuerConfig } from './issuers.ts'
import { fetchKeySet, type KeySet, KeySetAway, readKeySet } from './key-set.ts'

/** An issuer with its keys. */
export type OpenIssuer = {
  readonly config: IssuerConfig
  readonly keySets: readonly KeySet[]
  readonly secret: Uint8Array | undefined
}

export function openIssuer(config: IssuerConfig): OpenIssuer {
  const { jwksFile, jwksUrl, secret, name } = config
  const where = name === 'single' ? 'JWKS_FILE' : `jwksFile of issuer ${name}`
  return {
    config,
    keySets: [
      ...(jwksFile === undefined ? [] : [readKeySet(where, jwksFile)]),
      ...(jwksUrl === undefined ? [] : [fetchKeySet(jwksUrl)]),
    ],
    secret: secret === undefined ? undefined : new TextEncoder().encode(secret),
  }
}

/** The issuer that a token names, which is not verified yet. */
export function readIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    throw invalidToken('malformed')
  }
}

/**
 * The claims of a valid token; Problem 401, or 503 when no key set is available. A secret verifies only HS256 and a key
 * set never does, whatever keys it holds.
 */
export async function verify(
  { config, keySets, secret }: OpenIssuer,
  token: string,
): Promise<JWTPayload> {
  const algorithm = readAlgorithm(token)
  const options = {
    issuer: config.issuer,
    ...(config.audience !== 'none' && { audience: config.audience }),
    requiredClaims: ['exp'],
    clockTolerance: leewaySeconds,
  }
  if (algorithm === 'HS256' && secret)
    return explain(jwtVerify(token, secret, { ...options, algorithms: ['HS256'] }))
  // RFC 9864 gives EdDSA with this curve a name of its own.
  const named = algorithm === 'Ed25519' ? 'EdDSA' : algorithm
  if (algorithm === undefined || !config.algorithms.some((one) => one === named))
    throw invalidToken('algorithm')
  const algorithms = [algorithm]
  return explain(jwtVerify(token, firstMatching(keySets), { ...options, algorithms }))
}

/** Clocks differ, and issuers set `nbf` to now (RFC 7519, 4.1.4 and 4.1.5). */
const leewaySeconds = 30

/** The answer to every invalid credential. */
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

/**
 * Asks the key sets in turn. A set that cannot be reached must neither keep the next one from being asked nor count as
 * lacking the key.
 */
const firstMatching =
  (keySets: readonly KeySet[]): KeySet['find'] =>
  async (header, token) => {
    let away: KeySetAway | undefined
    for (const keySet of keySets) {
      try {
        return await keySet.find(header, token)
      } catch (error) {
        if (error instanceof KeySetAway) away = error
        else if (!(error instanceof jose.JWKSNoMatchingKey)) throw error
      }
    }
    throw away ?? new jose.JWKSNoMatchingKey()
  }

/** Every failure is 401, except a key set that cannot be fetched, which is not the caller’s fault. */
async function explain(verifying: Promise<{ payload: JWTPayload }>): Promise<JWTPayload> {
  try {
    return (await verifying).payload
  } catch (error) {
    if (error instanceof KeySetAway)
      throw new Problem('unavailable', { reason: 'key-set-away', headers: { 'retry-after': '5' } })
    throw invalidToken(reasonOf(error))
  }
}

/** The error contains only the name of a claim that is checked, never text from the token. */
function reasonOf(error: unknown): string {
  if (error instanceof jose.JWTClaimValidationFailed) return `${error.code} ${error.claim}`
  return error instanceof jose.JOSEError ? error.code : 'malformed'
}

// Finds the key of a signature in a key set by every hint of RFC 7515 (4.1.3 to 4.1.8) and RFC 7517 (4). A key or
// certificate in the token itself is never trusted: it only selects a key of the set.
import { createHash, X509Certificate } from 'node:crypto'
import {
  type CryptoKey,
  errors as jose,
  flattenedVerify,
  type FlattenedJWSInput,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
} from 'jose'

export type FindKey = (header: JWTHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>

type Family = { readonly kty: string; readonly crv?: string; readonly algs: readonly string[] }

const families: Readonly<Record<string, Family>> = {
  RS256: { kty: 'RSA', algs: ['RS256'] },
  PS256: { kty: 'RSA', algs: ['PS256'] },
  ES256: { kty: 'EC', crv: 'P-256', algs: ['ES256'] },
  // RFC 9864 gives EdDSA with this curve a name of its own, which a header or a key may have.
  EdDSA: { kty: 'OKP', crv: 'Ed25519', algs: ['EdDSA', 'Ed25519'] },
  Ed25519: { kty: 'OKP', crv: 'Ed25519', algs: ['EdDSA', 'Ed25519'] },
}

/** Each attempt is a whole verification, so a stranger must not be able to make a request try all keys. */
const triesMax = 32

/**
 * Throws JWKSInvalid if the text is no key set. The returned function throws JWKSNoMatchingKey if no key of the set can
 * have signed.
 */
export function openLocalKeys(set: unknown): FindKey {
  const keys = readKeys(set)
  const opened = new Map<JWK, Map<string, Promise<CryptoKey | undefined>>>()

  function open(jwk: JWK, alg: string): Promise<CryptoKey | undefined> {
    const ofKey = opened.get(jwk) ?? new Map<string, Promise<CryptoKey | undefined>>()
    opened.set(jwk, ofKey)
    const known = ofKey.get(alg) ?? importPublic(jwk, alg)
    ofKey.set(alg, known)
    return known
  }

  return async function find(header, token) {
    const alg = header.alg
    const said = readHints(header)
    const usable = keys
      .filter((jwk) => isUsable(jwk, alg))
      .map((jwk) => ({ jwk, same: compare(said, jwk) }))
    const named = usable.filter(({ same }) => same.includes(true)).map(({ jwk }) => jwk)
    // If the header names no key, or a key has no name, every such key may be the right one.
    const silent = usable.filter(({ same }) => same.length === 0).map(({ jwk }) => jwk)
    const [only, ...others] = named
    const single = only && others.length === 0 ? await open(only, alg) : undefined
    if (single) return single
    for (const jwk of [...named, ...silent].slice(0, triesMax)) {
      const key = await open(jwk, alg)
      if (key && (await hasSigned(key, alg, token))) return key
    }
    throw named.length > 0
      ? new jose.JWSSignatureVerificationFailed()
      : new jose.JWKSNoMatchingKey()
  }
}

function readKeys(set: unknown): readonly JWK[] {
  const { keys } = Object(set) as { readonly keys?: unknown }
  if (!Array.isArray(keys)) throw new jose.JWKSInvalid('no key set')
  // RFC 7517, 5: unknown members are ignored.
  return keys.filter((one): one is JWK => typeof one === 'object' && one !== null)
}

function isUsable(jwk: JWK, alg: string): boolean {
  const family = Object.hasOwn(families, alg) ? families[alg] : undefined
  if (!family || jwk.kty !== family.kty || 'd' in jwk) return false
  if (family.crv !== undefined && jwk.crv !== family.crv) return false
  if (jwk.alg !== undefined && !family.algs.includes(jwk.alg)) return false
  if (jwk.use !== undefined && jwk.use !== 'sig') return false
  return jwk.key_ops === undefined || [jwk.key_ops].flat().includes('verify')
}

/** The hints that a header and a key may both contain: a key whose hint differs is not the right one. */
const hints: readonly (readonly [
  ofHeader: (header: JWTHeaderParameters) => unknown,
  ofKey: (jwk: JWK) => unknown,
])[] = [
  [({ kid }) => kid, ({ kid }) => kid],
  [(header) => header['x5t#S256'], (jwk) => jwk['x5t#S256'] ?? thumbprint(jwk, 'sha256')],
  [({ x5t }) => x5t, (jwk) => jwk.x5t ?? thumbprint(jwk, 'sha1')],
  [({ jwk }) => publicPart(jwk), publicPart],
  [({ x5c }) => publicPart(keyOfCertificate(x5c)), publicPart],
]

type Said = readonly { readonly said: unknown; readonly ofKey: (jwk: JWK) => unknown }[]

const readHints = (header: JWTHeaderParameters): Said =>
  hints
    .map(([ofHeader, ofKey]) => ({ said: ofHeader(header), ofKey }))
    .filter(({ said }) => typeof said === 'string')

const compare = (said: Said, jwk: JWK): boolean[] =>
  said.flatMap(({ said: one, ofKey }) => {
    const own = ofKey(jwk)
    return own === undefined ? [] : [own === one]
  })

function thumbprint({ x5c }: JWK, algorithm: 'sha1' | 'sha256'): string | undefined {
  const [first] = x5c ?? []
  if (typeof first !== 'string') return undefined
  return createHash(algorithm).update(Buffer.from(first, 'base64')).digest('base64url')
}

function publicPart(jwk: JWK | undefined): string | undefined {
  if (typeof jwk !== 'object' || jwk === null) return undefined
  const { kty, crv, n, e, x, y } = jwk
  return JSON.stringify([kty, crv, n, e, x, y])
}

function keyOfCertificate(chain: unknown): JWK | undefined {
  const [first] = Array.isArray(chain) ? (chain as unknown[]) : []
  if (typeof first !== 'string') return undefined
  try {
    const { publicKey } = new X509Certificate(Buffer.from(first, 'base64'))
    return publicKey.export({ format: 'jwk' }) as JWK
  } catch {
    return undefined
  }
}

async function importPublic(jwk: JWK, alg: string): Promise<CryptoKey | undefined> {
  try {
    const key = await importJWK(jwk, alg)
    return key instanceof Uint8Array ? undefined : key
  } catch {
    return undefined
  }
}

async function hasSigned(key: CryptoKey, alg: string, token: FlattenedJWSInput): Promise<boolean> {
  try {
    await flattenedVerify(token, key, { algorithms: [alg] })
    return true
  } catch {
    return false
  }
}

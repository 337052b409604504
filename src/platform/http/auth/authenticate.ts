// Authenticates a caller: a token of one of the issuers, an API key, or the cookie of a session.
import type { KeySetState } from '#src/platform/metrics.ts'
import { createHash } from 'node:crypto'
import type { HonoRequest } from 'hono'
import { LRUCache } from 'lru-cache'
import { bounded } from '#src/platform/bounded.ts'
import { Problem } from '#src/platform/errors.ts'
import type { Principal } from '../route.ts'
import { type NameHash, readPrincipal } from './claims.ts'
import type { IssuerConfig } from './issuers.ts'
import { explainRefusal } from './why-refused.ts'
import { invalidToken, type OpenIssuer, openIssuer, readIssuer, verify } from './jwt.ts'

/**
 * Verifies the credential in an Authorization header, or without one the session of the request; Problem 401, or 503
 * when no key set is available.
 */
export type Authenticate = (
  authorization: string | undefined,
  request?: HonoRequest,
) => Promise<Principal>

export type Authenticator = Authenticate & {
  /** The state of the key sets of issuers that are fetched by URL. */
  keySets(): KeySetState[]
  /** Whether the keys of any issuer have been loaded: before that, no token can be checked. */
  hasKeys(): boolean
  close(): void
}

export type AuthParts = {
  /** Finds the principal of an API key; undefined when the key is not valid. */
  readonly findKey?: (key: string) => Promise<Principal | undefined>
  /** Finds the principal of a session by its cookie; undefined without one that is valid. */
  readonly findSession?: (request: HonoRequest) => Promise<Principal | undefined>
  readonly hash?: NameHash
  /** Whether the reason is stated when a credential of the sandbox is refused. */
  readonly explains?: boolean
}

/** `expiresAt` is epoch milliseconds. */
type Verified = { readonly principal: Principal; readonly expiresAt: number }

/** Verifying a signature takes as long as a whole read, so its result is cached for a minute at most. */
const kept = { ...bounded(1_000), ttl: 60_000 }

/** Without a sealer nothing is stored that a keyed hash would protect. */
const plainHash: NameHash = (kind, issuer, name) =>
  createHash('sha256').update(`${kind} ${issuer} ${name}`).digest('hex').slice(0, 32)

/** Reads key files at once, so that a missing or invalid file stops the start. */
export function createAuthenticator(
  configs: readonly IssuerConfig[],
  { findKey, findSession, hash = plainHash, explains = false }: AuthParts = {},
): Authenticator {
  const issuers = new Map(configs.map((config) => [config.issuer, openIssuer(config)]))
  const verified = new LRUCache<string, Verified>(kept)

  async function identify(
    authorization: string | undefined,
    request: HonoRequest | undefined,
  ): Promise<Principal> {
    const signedIn =
      authorization === undefined && request ? await findSession?.(request) : undefined
    if (signedIn) return signedIn
    const credential = readCredential(authorization)
    if (credential.startsWith('ak_')) {
      const principal = await findKey?.(credential)
      if (!principal) throw invalidToken('api-key')
      return principal
    }
    const digest = createHash('sha256').update(credential).digest('base64')
    const known = verified.get(digest)
    if (known && known.expiresAt > Date.now()) return known.principal
    const { principal, exp } = await readToken(issuers, credential, hash)
    verified.set(digest, { principal, expiresAt: exp * 1000 })
    return principal
  }

  const authenticate: Authenticate = (authorization, request) =>
    identify(authorization, request).catch((error: unknown) => {
      throw explains ? explainRefusal(error, authorization) : error
    })

  const opened = [...issuers.values()]
  return Object.assign(authenticate, {
    keySets: () => opened.flatMap(stateOf),
    hasKeys: () => opened.some(hasKeys),
    close: () => opened.forEach(({ keySets }) => keySets.forEach((one) => one.close())),
  })
}

function stateOf({ config, keySets }: OpenIssuer): KeySetState[] {
  if (config.jwksUrl === undefined) return []
  const ages = keySets.flatMap((one) => one.ageSeconds() ?? [])
  const seconds = ages.length > 0 ? Math.max(...ages) : undefined
  const failures = Math.max(...keySets.map((one) => one.failures()))
  return [{ issuer: config.name, seconds, failures }]
}

/** The keys of a file are read at the start; those of a URL are there as soon as they have an age. */
const hasKeys = ({ config, keySets, secret }: OpenIssuer): boolean =>
  secret !== undefined ||
  config.jwksFile !== undefined ||
  keySets.some((one) => one.ageSeconds() !== undefined)

/** Tries only the keys of the issuer that the token names. */
async function readToken(
  issuers: ReadonlyMap<string, OpenIssuer>,
  token: string,
  hash: NameHash,
): Promise<{ principal: Principal; exp: number }> {
  const issuer = issuers.get(readIssuer(token) ?? '')
  if (!issuer) throw invalidToken('issuer')
  const payload = await verify(issuer, token)
  const principal = readPrincipal(issuer.config, payload, hash)
  if (!principal) throw invalidToken('claims')
  return { principal, exp: Number(payload.exp) }
}

function readCredential(authorization: string | undefined): string {
  if (authorization === undefined) {
    const headers = { 'www-authenticate': 'Bearer' }
    throw new Problem('unauthorized', { reason: 'no-credential', headers })
  }
  const sent = /^bearer +([\w-]+\.[\w-]+\.[\w-]+|ak_[0-9A-Za-z]+)$/i.exec(authorization.trim())?.[1]
  if (sent === undefined) throw invalidToken('malformed')
  return sent
}

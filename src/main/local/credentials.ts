// The local start’s own token issuer: an ES256 key pair in its folder, and the tokens it signs.
import { randomUUID } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
} from 'jose'
import { scopeNames } from '#src/platform/http/auth/scopes-schema.ts'
import { createOnce, makeHome, readOptional } from './home.ts'

export type Issuer = {
  /** The file of the public keys (JWKS) for the API. */
  readonly jwksFile: string
  sign(credential: Credential): Promise<string>
}

export type Credential = {
  readonly tenant: string
  readonly mode: 'sandbox' | 'live'
  /** The scopes, separated by spaces. */
  readonly scope: string
  /** The life of the credential, such as `1h`, `30m` or `7d`. */
  readonly expires: string
  /** The token’s subject; two people have different ones. */
  readonly subject?: string
}

export const localCredential: Credential = {
  tenant: 'demo',
  mode: 'sandbox',
  scope: scopeNames.join(' '),
  expires: '24h',
}

const algorithm = 'ES256'

/** Creates the key pair if there is none. Issuer, audience and the tenant’s claim are those that the API will check. */
export async function openIssuer(
  home: string,
  given: Readonly<Record<string, string>>,
): Promise<Issuer> {
  const jwk = await keepKey(home)
  const key = await importJWK(jwk, algorithm)
  const issuer = given['JWT_ISSUER'] ?? 'atesta'
  const audience = given['JWT_AUDIENCE'] ?? 'atesta'
  const tenantClaim = given['JWT_TENANT_CLAIM'] ?? 'tenant'
  return {
    jwksFile: writePublicKeys(home, jwk),
    async sign({ tenant, mode, scope, expires, subject = `local:${tenant}` }) {
      return new SignJWT({ [tenantClaim]: tenant, mode, scope })
        .setProtectedHeader({ alg: algorithm, kid: jwk.kid ?? '' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(subject)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(expires)
        .sign(key)
    },
  }
}

async function keepKey(home: string): Promise<JWK> {
  makeHome(home)
  const file = join(home, 'issuer-key.json')
  if (readOptional(file) === undefined) {
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
    const jwk = await exportJWK(privateKey)
    const kid = await calculateJwkThumbprint(jwk)
    createOnce(file, JSON.stringify({ ...jwk, kid, alg: algorithm, use: 'sig' }))
  }
  try {
    return JSON.parse(readOptional(file) ?? '')
  } catch {
    throw new Error(
      `${file} is not a key: delete it, and a new one is made (tokens printed before are refused then).`,
    )
  }
}

function writePublicKeys(home: string, { d: _private, ...publicKey }: JWK): string {
  const file = join(home, 'jwks.json')
  writeFileSync(file, JSON.stringify({ keys: [publicKey] }))
  chmodSync(file, 0o644)
  return file
}

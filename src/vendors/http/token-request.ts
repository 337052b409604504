// Builds requests for tokens: the forms of OAuth2, an assertion signed with our key, or a log-in in JSON.
import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { basic, type ReadSecret } from './credentials.ts'
import type { Assertion, Login, OAuth2 } from './definition/auth.ts'

export type TokenRequest = Promise<{
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}>

const formed = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }
const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

type Fields = Readonly<Record<string, string>>

/** Throws an Error that names a missing secret, or one that is no private key of its algorithm. */
export function clientForm(oauth2: OAuth2, readSecret: ReadSecret): () => TokenRequest {
  const { grant, scope, audience, username, password } = oauth2
  const fixed = {
    grant_type: grant === 'jwt-bearer' ? jwtBearer : grant,
    ...(scope !== undefined && { scope }),
    ...(audience !== undefined && { audience }),
    ...(username && { username: readSecret(username) }),
    ...(password && { password: readSecret(password) }),
    ...oauth2.parameters,
  }
  const { headers: own = {}, fields: client = {} } = clientOf(oauth2, readSecret)
  const sign = openSigner(oauth2, readSecret)
  return async () => {
    const fields = { ...fixed, ...client, ...(await sign()) }
    return oauth2.body === 'json'
      ? { headers: { ...json, ...own }, body: JSON.stringify(fields) }
      : { headers: { ...formed, ...own }, body: new URLSearchParams(fields).toString() }
  }
}

/** The client authentication besides the assertion. */
function clientOf(
  { clientAuth, clientId, clientSecret }: OAuth2,
  readSecret: ReadSecret,
): { readonly headers?: Fields; readonly fields?: Fields } {
  if (!clientId) return {}
  const id = readSecret(clientId)
  if (clientAuth === 'private_key_jwt') return { fields: { client_id: id } }
  const secret = clientSecret ? readSecret(clientSecret) : ''
  return clientAuth === 'post'
    ? { fields: { client_id: id, client_secret: secret } }
    : { headers: { authorization: basic(id, secret) } }
}

/** Each assertion is used only once. */
function openSigner(
  { grant, clientAuth, clientId, assertion, tokenUrl }: OAuth2,
  readSecret: ReadSecret,
): () => Promise<Fields> {
  if (!assertion || (grant !== 'jwt-bearer' && clientAuth !== 'private_key_jwt')) return async () => ({}) // prettier-ignore
  if (grant === 'jwt-bearer') {
    const claims = Object.entries(assertion.claims ?? {}).map(([name, value]) => [
      name,
      typeof value === 'object' ? readSecret(value) : value,
    ])
    const sign = signer(assertion, { ...assertion, claims: Object.fromEntries(claims) }, readSecret)
    return async () => ({ assertion: await sign() })
  }
  const id = clientId ? readSecret(clientId) : ''
  const claims = { iss: id, sub: id, aud: assertion.audience ?? tokenUrl }
  const sign = signer(assertion, { claims, stamps: ['jti', 'iat', 'exp'] }, readSecret)
  return async () => ({ client_assertion_type: assertionType, client_assertion: await sign() })
}

type Claims = {
  readonly claims: Readonly<Record<string, string | number | boolean>>
  readonly stamps: Assertion['stamps']
}

/** Signs these claims and the time stamps, and nothing else. */
function signer(
  { algorithm: alg, key: reference, keyId: kid, lifetimeSeconds }: Assertion,
  { claims, stamps }: Claims,
  readSecret: ReadSecret,
): () => Promise<string> {
  const key = readKey(readSecret(reference), reference.secret, alg)
  return () => {
    const jwt = new SignJWT(claims).setProtectedHeader({
      alg,
      typ: 'JWT',
      ...(kid !== undefined && { kid }),
    })
    if (stamps.includes('iat')) jwt.setIssuedAt()
    if (stamps.includes('nbf')) jwt.setNotBefore('0s')
    if (stamps.includes('exp')) jwt.setExpirationTime(`${lifetimeSeconds}s`)
    if (stamps.includes('jti')) jwt.setJti(randomUUID())
    return jwt.sign(key)
  }
}

const keyTypes = { RS256: 'rsa', PS256: 'rsa', ES256: 'ec', EdDSA: 'ed25519' } as const

function readKey(pem: string, name: string, algorithm: Assertion['algorithm']): KeyObject {
  const key = openKey(pem, name)
  const { modulusLength = 0, namedCurve = 'prime256v1' } = key.asymmetricKeyDetails ?? {}
  const isShort = key.asymmetricKeyType === 'rsa' && modulusLength < 2_048
  if (key.asymmetricKeyType !== keyTypes[algorithm] || isShort || namedCurve !== 'prime256v1')
    throw new Error(`the secret ${name} is no private key for ${algorithm}`)
  return key
}

function openKey(pem: string, name: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new Error(`the secret ${name} is no private key in PEM`)
  }
}

/** Literal values are sent unchanged; references are replaced by their secrets. */
export function loginForm(login: Login, readSecret: ReadSecret): () => TokenRequest {
  const fields = Object.fromEntries(
    Object.entries(login.body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : readSecret(value),
    ]),
  )
  return async () => ({ headers: json, body: JSON.stringify(fields) })
}

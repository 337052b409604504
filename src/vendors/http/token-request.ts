// What a token is asked for with: the forms of OAuth2, an assertion that our key has signed, or a log-in in JSON.
import { createPrivateKey, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { basic, type ReadSecret } from './credentials.ts'
import type { Login, OAuth2 } from './definition/auth.ts'

export type TokenRequest = Promise<{
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}>

const formed = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const assertionSeconds = 60

/** Throws an Error that names the secret that is missing, or that is no private key. */
export function clientForm(oauth2: OAuth2, readSecret: ReadSecret): () => TokenRequest {
  const id = readSecret(oauth2.clientId)
  const fixed = {
    grant_type: oauth2.grant,
    ...(oauth2.scope !== undefined && { scope: oauth2.scope }),
    ...(oauth2.audience !== undefined && { audience: oauth2.audience }),
    ...(oauth2.username && { username: readSecret(oauth2.username) }),
    ...(oauth2.password && { password: readSecret(oauth2.password) }),
    ...oauth2.parameters,
  }
  const encode = (fields: Readonly<Record<string, string>>) =>
    oauth2.body === 'json'
      ? { headers: json, body: JSON.stringify(fields) }
      : { headers: formed, body: new URLSearchParams(fields).toString() }
  if (oauth2.clientAuth === 'private_key_jwt') {
    const sign = openSigner(oauth2, id, readSecret)
    return async () =>
      encode({
        ...fixed,
        client_id: id,
        client_assertion_type: assertionType,
        client_assertion: await sign(),
      })
  }
  const secret = oauth2.clientSecret ? readSecret(oauth2.clientSecret) : ''
  if (oauth2.clientAuth === 'post')
    return async () => encode({ ...fixed, client_id: id, client_secret: secret })
  return async () => {
    const { headers, body } = encode(fixed)
    return { headers: { ...headers, authorization: basic(id, secret) }, body }
  }
}

/** Each assertion is used once. */
function openSigner(
  { assertion, tokenUrl }: OAuth2,
  id: string,
  readSecret: ReadSecret,
): () => Promise<string> {
  if (!assertion) throw new Error('clientAuth: private_key_jwt needs an assertion')
  const { algorithm: alg, keyId: kid, audience = tokenUrl } = assertion
  const key = readKey(readSecret(assertion.key), assertion.key.secret)
  return () =>
    new SignJWT()
      .setProtectedHeader({ alg, ...(kid !== undefined && { kid }) })
      .setIssuer(id)
      .setSubject(id)
      .setAudience(audience)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(`${assertionSeconds}s`)
      .sign(key)
}

function readKey(pem: string, name: string) {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new Error(`the secret ${name} is no private key in PEM`)
  }
}

/** What stands in the file goes as it is, and a reference as what it stands for. */
export function loginForm(login: Login, readSecret: ReadSecret): () => TokenRequest {
  const fields = Object.fromEntries(
    Object.entries(login.body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : readSecret(value),
    ]),
  )
  return async () => ({ headers: json, body: JSON.stringify(fields) })
}

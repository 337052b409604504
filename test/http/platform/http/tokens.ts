// Key pairs and tokens, good and forged, and what the service says to them.
import { createHmac } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { createAuthenticator } from '#src/platform/http/auth/authenticate.ts'
import { type SingleIssuer, singleIssuer } from '#src/platform/http/auth/issuers.ts'
import { tinyApp } from './tiny-app.ts'

export const secret = 'a secret of at least thirty-two characters'
export const names = { JWT_ISSUER: 'atesta', JWT_AUDIENCE: 'atesta', JWT_TENANT_CLAIM: 'tenant' }
const claims = { tenant: 'acme', mode: 'live', scope: 'credit:read packs:write' }

type Pair = Awaited<ReturnType<typeof generateKeyPair>> & { jwk: JWK; alg: string }

export async function makePair(alg: string, kid: string): Promise<Pair> {
  const pair = await generateKeyPair(alg, { extractable: true })
  return { ...pair, alg, jwk: { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' } }
}

/** A file of its own with the given text. */
export async function writeKeys(text: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'keys-')), 'jwks.json')
  await writeFile(file, text)
  return file
}

/** The service's keys, and a foreign one under the id of one of them. */
export const pairs = {
  es: await makePair('ES256', 'es'),
  rs: await makePair('RS256', 'rs'),
  ed: await makePair('EdDSA', 'ed'),
  foreign: await makePair('ES256', 'es'),
}

const keys = [pairs.es.jwk, pairs.rs.jwk, pairs.ed.jwk]
export const byFile: SingleIssuer = {
  ...names,
  JWKS_FILE: await writeKeys(JSON.stringify({ keys })),
}

/** As an installation has it that describes no issuers. */
export const authenticator = (config: SingleIssuer) => createAuthenticator([singleIssuer(config)])

/** A good token, but for what a test says. */
export async function sign(
  more: Record<string, unknown> = {},
  pair: Pair = pairs.es,
  header: Record<string, unknown> = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const payload = { iss: 'atesta', aud: 'atesta', exp: now + 600, ...claims, ...more }
  const kid = pair.jwk.kid ?? ''
  return new SignJWT(JSON.parse(JSON.stringify(payload)))
    .setProtectedHeader({ alg: pair.alg, kid, ...header })
    .sign(pair.privateKey)
}

export const base64url = (value: unknown) =>
  Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token put together by hand, with the signature that a forger would choose. */
export function forge(header: object, payload: object, key?: string | Uint8Array): string {
  const signed = `${base64url(header)}.${base64url(payload)}`
  const signature = key ? createHmac('sha256', key).update(signed).digest('base64url') : ''
  return `${signed}.${signature}`
}

export const good = () => ({
  iss: 'atesta',
  aud: 'atesta',
  exp: Date.now() / 1000 + 600,
  ...claims,
})

/** The refusal of a header: its status and what it says to the client. */
export async function refusal(authorization: string | undefined, config: SingleIssuer = byFile) {
  const { app } = await tinyApp({ authenticate: authenticator(config) })
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  const answer = await app.request('/v1/notes', { headers })
  return [answer.status, answer.headers.get('www-authenticate')]
}

export const invalid = [401, 'Bearer error="invalid_token"']

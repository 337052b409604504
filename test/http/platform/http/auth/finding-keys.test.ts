// A key is found by whatever a header and a key set say of it (RFC 7515, 4.1; RFC 7517, 4), and by nothing else.
import { createHash } from 'node:crypto'
import { flattenedVerify, type JWK } from 'jose'
import { expect, test } from 'vitest'
import { createAuthenticator } from '#src/platform/http/auth/authenticate.ts'
import { keySetUrl, singleIssuer } from '#src/platform/http/auth/issuers.ts'
import { openLocalKeys } from '#src/platform/http/auth/local-keys.ts'
import { base64url, byFile, makePair, pairs, sign, writeKeys } from '../tokens.ts'

const [first, second] = [await makePair('ES256', 'first'), await makePair('ES256', 'second')]
const certificate = Buffer.from('a certificate, of which its digest alone counts')
const digest = (algorithm: string) => createHash(algorithm).update(certificate).digest('base64url')
const bare = ({ kid: _kid, alg: _alg, use: _use, ...jwk }: JWK): JWK => jwk
const own = bare(first.jwk)
const other = bare(second.jwk)

/** Whether the key that is found has made the signature. */
async function isFound(keys: readonly object[], header: object): Promise<boolean> {
  const [protectedPart = '', payload = '', signature = ''] = (
    await sign({}, first, { kid: undefined, ...header })
  ).split('.')
  const token = { protected: protectedPart, payload, signature }
  try {
    const key = await openLocalKeys({ keys })({ alg: 'ES256', ...header }, token)
    await flattenedVerify(token, key)
    return true
  } catch {
    return false
  }
}

const good: readonly (readonly [string, readonly object[], object])[] = [
  ['its id', [{ ...own, kid: 'a' }, { ...other, kid: 'b' }], { kid: 'a' }],
  ['one id of two uses', [{ ...other, kid: 'a', use: 'enc' }, { ...own, kid: 'a', use: 'sig' }], { kid: 'a' }],
  ['one id twice', [{ ...other, kid: 'a' }, { ...own, kid: 'a' }], { kid: 'a' }],
  ['no id on either side', [other, own], {}],
  ['no id of the key', [{ ...other, kid: 'b' }, own], { kid: 'a' }],
  ['no id in the header', [{ ...other, kid: 'b' }, { ...own, kid: 'a' }], {}],
  ['the digest of its certificate', [other, { ...own, x5t: digest('sha1') }], { x5t: digest('sha1') }],
  ['its longer digest', [{ ...own, 'x5t#S256': digest('sha256') }], { 'x5t#S256': digest('sha256') }],
  ['the digest of a certificate in the set', [other, { ...own, x5c: [certificate.toString('base64')] }], { x5t: digest('sha1') }],
  ['the key itself, where the set has it', [other, own], { jwk: own }],
  ['an id, beside a digest that a new certificate has changed', [{ ...own, kid: 'a', x5t: 'old' }], { kid: 'a', x5t: 'new' }],
  ['operations', [{ ...own, key_ops: ['verify'] }], {}],
  ['members that nobody understands beside it', [{ kty: 'moon' }, {}, own], {}],
] // prettier-ignore

test.for(good)('a key is found by %s', async ([, keys, header]) => {
  expect(await isFound(keys, header)).toBe(true)
})

const bad: readonly (readonly [string, readonly object[], object])[] = [
  ['another id', [{ ...own, kid: 'b' }], { kid: 'a' }],
  ['a key of encryption', [{ ...own, use: 'enc' }], {}],
  ['a key that signs alone', [{ ...own, key_ops: ['sign'] }], {}],
  ['a key for another algorithm', [{ ...own, alg: 'RS256' }], {}],
  ['a key that the token brings itself', [{ ...other, kid: 'a' }], { kid: 'a', jwk: own }],
  ['another digest', [{ ...own, x5t: digest('sha1') }], { x5t: 'another' }],
  ['nothing at all', [], {}],
]

test.for(bad)('no key is found by %s', async ([, keys, header]) => {
  expect(await isFound(keys, header)).toBe(false)
})

/** The same token with more in its header, which its signature does not cover. */
const headed = (token: string, header: object): string =>
  token.replace(/^[^.]+/, base64url({ alg: 'ES256', kid: 'es', ...header }))

const now = () => Math.floor(Date.now() / 1_000)
const clocks: readonly (readonly [object, boolean])[] = [
  [{ nbf: now() + 2 }, true],
  [{ iat: now() + 20 }, true],
  [{ exp: now() - 2 }, true],
  [{ nbf: now() + 120 }, false],
  [{ exp: now() - 120 }, false],
]

test.for(clocks)(
  'clocks may differ by half a minute: %o is taken: %s',
  async ([claims, isTaken]) => {
    const authenticate = createAuthenticator([singleIssuer(byFile)])
    const authorization = `Bearer ${await sign({ ...claims })}`
    const taken = await authenticate(authorization).then(
      () => true,
      () => false,
    )
    expect(taken).toBe(isTaken)
  },
)

const refused: readonly (readonly [() => Promise<string>, RegExp])[] = [
  [async () => 'Bearer nonsense', /`Bearer` with a JWT/],
  [async () => 'Bearer ak_none', /API key/],
  [async () => `Bearer ${await sign({ mode: 'sandbox', exp: 1 })}`, /`exp`/],
  [async () => `Bearer ${await sign({ mode: 'sandbox', nbf: now() + 900 })}`, /`nbf`/],
  [async () => `Bearer ${await sign({ mode: 'sandbox', aud: 'another' })}`, /`aud`/],
  [async () => `Bearer ${await sign({ mode: 'sandbox', exp: String(now() + 60) })}`, /`exp`/],
  [
    async () => `Bearer ${headed(await sign({ mode: 'sandbox' }), { crit: ['x'], x: 1 })}`,
    /`crit`/,
  ],
  [async () => `Bearer ${await sign({ mode: 'sandbox', iss: 'another' })}`, /`iss`/],
  [async () => `Bearer ${await sign({ mode: 'sandbox', tenant: undefined })}`, /tenant/],
  [async () => `Bearer ${await sign({ mode: 'sandbox' }, pairs.foreign)}`, /signature/],
]

test.for(refused)(
  'a credential of the sandbox is told why it is refused: %s',
  async ([make, why]) => {
    const parts = { explains: true, findKey: async () => undefined }
    const authenticate = createAuthenticator([singleIssuer(byFile)], parts)
    await expect(authenticate(await make())).rejects.toMatchObject({
      code: 'unauthorized',
      detail: expect.stringMatching(why),
    })
  },
)

const ed = await makePair('Ed25519', 'ed')

/** Tokens as issuers of other makes write them, and as forgers do. */
const written: readonly (readonly [string, () => Promise<string>, boolean])[] = [
  ['the name of RFC 9864 for EdDSA', () => sign({}, ed), true],
  ['that name, of a key that has the older one', () => sign({}, { ...pairs.ed, alg: 'Ed25519' }), true],
  ['the older name, of a key that has the newer', () => sign({}, { ...ed, alg: 'EdDSA' }), true],
  ['fractions of a second', () => sign({ exp: now() + 60.5, nbf: now() - 0.5, iat: now() - 0.25 }), true],
  ['the type of RFC 9068', () => sign({}, pairs.es, { typ: 'at+jwt' }), true],
  ['an audience of several', () => sign({ aud: ['another', 'atesta'] }), true],
  ['blanks between its scopes', () => sign({ scope: ' credit:read  packs:write ' }), true],
  ['a scope that is null', () => sign({ scope: null }), true],
  ['claims that nobody knows', () => sign({ cnf: { jkt: 'x' }, act: { sub: 'y' } }), true],
  ['no audience', () => sign({ aud: undefined }), false],
  ['an audience that is empty', () => sign({ aud: [] }), false],
  ['an audience with a slash behind', () => sign({ aud: 'atesta/' }), false],
  ['times in milliseconds', () => sign({ nbf: Date.now() }), false],
  ['an end that is a text', () => sign({ exp: String(now() + 60) }), false],
  ['no end', () => sign({ exp: null }), false],
  ['a list of issuers', () => sign({ iss: ['atesta'] }), false],
  ['a demand that nobody knows', async () => headed(await sign(), { crit: ['sig-t'], 'sig-t': 1 }), false],
  ['a scope that is a number', () => sign({ scope: 7 }), false],
  ['a mode in capitals', () => sign({ mode: 'LIVE' }), false],
  ['a tenant with a slash', () => sign({ tenant: '../acme' }), false],
  ['an algorithm in small letters', async () => headed(await sign(), { alg: 'es256' }), false],
  ['padding', async () => `${await sign()}=`, false],
] // prettier-ignore

test.for(written)('a token with %s is taken or not, as it should be', async ([, make, isTaken]) => {
  const keys = [pairs.es.jwk, pairs.ed.jwk, ed.jwk]
  const JWKS_FILE = await writeKeys(JSON.stringify({ keys }))
  const authenticate = createAuthenticator([singleIssuer({ ...byFile, JWKS_FILE })])
  const taken = await authenticate(`Bearer ${await make()}`).then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ code: 'unauthorized' })
      return false
    },
  )
  expect(taken).toBe(isTaken)
})

test('a credential of live is not told, nor is any where there is no sandbox', async () => {
  const [live, sandbox] = [await sign({ exp: 1 }), await sign({ exp: 1, mode: 'sandbox' })]
  const explaining = createAuthenticator([singleIssuer(byFile)], { explains: true })
  await expect(explaining(`Bearer ${live}`)).rejects.toMatchObject({ detail: undefined })
  const silent = createAuthenticator([singleIssuer(byFile)])
  await expect(silent(`Bearer ${sandbox}`)).rejects.toMatchObject({ detail: undefined })
})

test('a key set is not taken over HTTP but from this machine', () => {
  const of = (JWKS_URL: string) => keySetUrl.safeParse(JWKS_URL).success
  expect(['https://id.example/keys', 'http://localhost:1/k', 'http://127.0.0.1/k', 'http://[::1]/k'].map(of)).toEqual([true, true, true, true]) // prettier-ignore
  expect(['http://id.example/keys', 'http://10.0.0.1/k', 'http://localhost.example/k', 'ftp://127.0.0.1/k'].map(of)).toEqual([false, false, false, false]) // prettier-ignore
})

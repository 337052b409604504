import { createHash } from 'node:crypto'
import { exportSPKI } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  authenticator,
  base64url,
  byFile,
  forge,
  good,
  invalid,
  names,
  pairs,
  refusal,
  secret,
  sign,
  writeKeys,
} from '../tokens.ts'

/** What every credential of the contract has that names none of it. */
const ofContract = ['transactions:read', 'transactions:write', 'images:read']

afterEach(() => {
  vi.useRealTimers()
})

describe('a credential', () => {
  test.for(['es', 'rs', 'ed'] as const)(
    'signed by the %s key of the set is taken',
    async (name) => {
      const authenticate = authenticator(byFile)
      expect(await authenticate(`Bearer ${await sign({}, pairs[name])}`)).toMatchObject({
        tenant: 'acme',
        mode: 'live',
        scopes: new Set(['credit:read', 'packs:write', ...ofContract]),
      })
    },
  )

  test('is taken with its scheme in any letter case', async () => {
    const authenticate = authenticator(byFile)
    for (const scheme of ['bearer', 'BEARER', 'Bearer  ']) {
      expect((await authenticate(`${scheme} ${await sign()}`)).tenant).toBe('acme')
    }
  })

  test('brings its scopes as text, as a list, or none', async () => {
    const authenticate = authenticator(byFile)
    const scopesOf = async (scope: unknown) => [
      ...(await authenticate(`Bearer ${await sign({ scope })}`)).scopes,
    ]
    expect(await scopesOf(['a', 'b'])).toEqual(['a', 'b', ...ofContract])
    expect(await scopesOf('')).toEqual(ofContract)
    expect(await scopesOf(undefined)).toEqual(ofContract)
    expect(await scopesOf('a transactions:read')).toEqual(['a', 'transactions:read'])
  })

  test('of many groups is taken, up to what a header holds', async () => {
    const groups = Array.from({ length: 220 }, (_, at) => `group-${at}-${'x'.repeat(26)}`)
    const token = await sign({ groups })
    expect(token.length).toBeGreaterThan(10_000)
    expect((await authenticator(byFile)(`Bearer ${token}`)).tenant).toBe('acme')
  })

  test('names its tenant in the configured claim', async () => {
    const authenticate = authenticator({
      ...byFile,
      JWT_TENANT_CLAIM: 'https://a.example/org',
    })
    const token = await sign({ 'https://a.example/org': 'org-1' })
    expect((await authenticate(`Bearer ${token}`)).tenant).toBe('org-1')
  })

  test('without a mode has the configured one, and is refused where there is none', async () => {
    const authorization = `Bearer ${await sign({ mode: undefined })}`
    const authenticate = authenticator({ ...byFile, JWT_DEFAULT_MODE: 'sandbox' })
    expect((await authenticate(authorization)).mode).toBe('sandbox')
    expect(await refusal(authorization)).toEqual(invalid)
  })

  test('with HS256 is taken where a secret is configured, beside a key set or alone', async () => {
    const token = forge({ alg: 'HS256' }, good(), secret)
    for (const config of [
      { ...byFile, JWT_SECRET: secret },
      { ...names, JWT_SECRET: secret },
    ]) {
      expect((await authenticator(config)(`Bearer ${token}`)).tenant).toBe('acme')
    }
  })

  test('that was taken before is refused half a minute after it expires, as clocks differ', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const authenticate = authenticator(byFile)
    const authorization = `Bearer ${await sign({ exp: Math.floor(Date.now() / 1000) + 20 })}`
    await authenticate(authorization)
    vi.advanceTimersByTime(19_000)
    await authenticate(authorization)
    vi.advanceTimersByTime(20_000)
    await authenticate(authorization)
    vi.advanceTimersByTime(12_000)
    await expect(authenticate(authorization)).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

describe('401 with WWW-Authenticate', () => {
  test('answers a request without a credential', async () => {
    expect(await refusal(undefined)).toEqual([401, 'Bearer'])
  })

  test.for([
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Bearer a.b',
    'Bearer a.b.c',
    'Bearer a.b.c d.e.f',
    'Basic YTpi',
    'a.b.c',
    'Bearer a.b.c.d.e',
    'Bearer \u00e9.b.c',
  ] as const)(
    // prettier-ignore
    'answers the malformed header "%s"',
    async (authorization) => {
      expect((await refusal(authorization))[0]).toBe(401)
      expect((await refusal(authorization))[1]).toMatch(/^Bearer/)
    },
  )

  test('answers two credentials in one request', async () => {
    const token = await sign()
    expect(await refusal(`Bearer ${token}, Bearer ${token}`)).toEqual(invalid)
  })

  test.for([
    ['expired', { exp: 1_700_000_000 }],
    ['without an end', { exp: undefined }],
    ['for another audience', { aud: 'other' }],
    ['without an audience', { aud: undefined }],
    ['of another issuer', { iss: 'other' }],
    ['of an issuer with a slash behind', { iss: `${names.JWT_ISSUER}/` }],
    ['without an issuer', { iss: undefined }],
    ['not valid yet', { nbf: 4_000_000_000 }],
    ['without a tenant', { tenant: undefined }],
    ['with a tenant of other characters', { tenant: 'a/b' }],
    ['with an empty tenant', { tenant: '' }],
    ['with a tenant too long', { tenant: 'x'.repeat(65) }],
    ['with a tenant that is no text', { tenant: 1 }],
    ['with another mode', { mode: 'test' }],
    ['with scopes that are no text', { scope: 5 }],
  ] as const)('answers a token %s', async ([, more]) => {
    expect(await refusal(`Bearer ${await sign(more)}`)).toEqual(invalid)
  })

  test('answers a token that somebody else signed under our key id', async () => {
    expect(await refusal(`Bearer ${await sign({}, pairs.foreign)}`)).toEqual(invalid)
  })

  test('answers a token whose key id is unknown', async () => {
    expect(await refusal(`Bearer ${await sign({}, pairs.es, { kid: 'x' })}`)).toEqual(invalid)
  })

  test('answers a token whose header was changed, as where its nonce was signed as a hash', async () => {
    const hashed = createHash('sha256').update('n').digest('base64url')
    const [, payload, signature] = (await sign({}, pairs.es, { nonce: hashed })).split('.')
    const header = base64url({ alg: 'ES256', kid: 'es', nonce: 'n' })
    expect(await refusal(`Bearer ${header}.${payload}.${signature}`)).toEqual(invalid)
  })

  test('answers a token whose payload was changed', async () => {
    const [header, , signature] = (await sign()).split('.')
    const changed = base64url({ ...good(), tenant: 'other' })
    expect(await refusal(`Bearer ${header}.${changed}.${signature}`)).toEqual(invalid)
  })

  test.for(['none', 'None', 'NONE'])('answers an unsigned token of algorithm %s', async (alg) => {
    expect(await refusal(`Bearer ${forge({ alg }, good())}`)).toEqual(invalid)
    expect(await refusal(`Bearer ${forge({ alg }, good(), 'x')}`)).toEqual(invalid)
  })

  test('answers HS256 under the public key, with and without a configured secret', async () => {
    const spki = await exportSPKI(pairs.rs.publicKey)
    for (const key of [spki, spki.trim(), JSON.stringify(pairs.rs.jwk)]) {
      const token = forge({ alg: 'HS256', kid: 'rs' }, good(), key)
      expect(await refusal(`Bearer ${token}`)).toEqual(invalid)
      expect(await refusal(`Bearer ${token}`, { ...byFile, JWT_SECRET: secret })).toEqual(invalid)
    }
  })

  test('answers HS256 under a symmetric key of the key set', async () => {
    const k = Buffer.from(secret).toString('base64url')
    const keys = [{ kty: 'oct', kid: 'o', alg: 'HS256', k }]
    const shared = await writeKeys(JSON.stringify({ keys }))
    const token = forge({ alg: 'HS256', kid: 'o' }, good(), secret)
    expect(await refusal(`Bearer ${token}`, { ...names, JWKS_FILE: shared })).toEqual(invalid)
  })

  test.for(['HS512', 'ES384', 'PS256', 'RS512'])('answers the algorithm %s', async (alg) => {
    const token = forge({ alg }, good(), secret)
    expect(await refusal(`Bearer ${token}`, { ...byFile, JWT_SECRET: secret })).toEqual(invalid)
  })

  test('answers an asymmetric token where only a secret is configured', async () => {
    const config = { ...names, JWT_SECRET: secret }
    expect(await refusal(`Bearer ${await sign()}`, config)).toEqual(invalid)
  })

  test('answers a token that brings its own key', async () => {
    const { foreign } = pairs
    const own = { jwk: foreign.jwk, kid: undefined, jku: 'https://a.example/keys' }
    expect(await refusal(`Bearer ${await sign({}, foreign, own)}`)).toEqual(invalid)
  })
})

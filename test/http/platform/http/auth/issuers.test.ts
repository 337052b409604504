// Several issuers: each with its own keys, and no more than its own tenants and modes.
import { expect, test } from 'vitest'
import { createAuthenticator } from '#src/platform/http/auth/authenticate.ts'
import { IssuersConfig } from '#src/platform/http/auth/issuers.ts'
import { describeIssuers, of } from './issuer.ts'
import { startProvider } from './provider.ts'

const claims = { aud: 'atesta', tenant: 'tenant-1', mode: 'sandbox', scope: 'transactions:read' }
const refused = { code: 'unauthorized' }

test('each issuer speaks for its own tenants and modes alone', async () => {
  await using first = await startProvider()
  await using second = await startProvider()
  const issuers = describeIssuers(of(first, { modes: ['sandbox'] }), of(second))
  const authenticate = createAuthenticator(issuers)
  const ask = async (token: Promise<string>) => authenticate(`Bearer ${await token}`)
  expect(await ask(first.sign(claims))).toMatchObject({ tenant: 'tenant-1', mode: 'sandbox' })
  expect(await ask(second.sign({ ...claims, tenant: 'tenant-2' }))).toMatchObject({
    tenant: 'tenant-2',
  })
  await expect(ask(first.sign({ ...claims, tenant: 'tenant-2' }))).rejects.toMatchObject(refused)
  await expect(ask(second.sign(claims))).rejects.toMatchObject(refused)
  await expect(ask(first.sign({ ...claims, mode: 'live' }))).rejects.toMatchObject(refused)
  authenticate.close()
})

test('a token is checked with the keys of the issuer that it names, whatever its key id', async () => {
  await using first = await startProvider()
  await using second = await startProvider()
  const authenticate = createAuthenticator(describeIssuers(of(first), of(second)))
  const forged = await second.sign({ ...claims, iss: first.issuer })
  await expect(authenticate(`Bearer ${forged}`)).rejects.toMatchObject(refused)
  const unknown = await second.sign({ ...claims, iss: 'https://else.example' })
  await expect(authenticate(`Bearer ${unknown}`)).rejects.toMatchObject(refused)
  authenticate.close()
})

test('PS256 is taken, and only what the issuer signs with', async () => {
  await using provider = await startProvider({}, 'PS256')
  const taken = createAuthenticator(describeIssuers(of(provider)))
  expect((await taken(`Bearer ${await provider.sign(claims)}`)).tenant).toBe('tenant-1')
  const other = createAuthenticator(describeIssuers(of(provider, { algorithms: ['ES256'] })))
  await expect(other(`Bearer ${await provider.sign(claims)}`)).rejects.toMatchObject(refused)
  taken.close()
  other.close()
})

test('a key that is not for signatures is none', async () => {
  await using provider = await startProvider()
  const authenticate = createAuthenticator(describeIssuers(of(provider)))
  provider.pair().jwk.use = 'enc'
  await expect(authenticate(`Bearer ${await provider.sign(claims)}`)).rejects.toMatchObject(refused)
  authenticate.close()
})

test('without an audience the named clients alone count', async () => {
  await using provider = await startProvider()
  const clients = { 'client-1': { tenant: 'tenant-1', mode: 'live', scopes: ['credit:read'] } }
  const authenticate = createAuthenticator(
    describeIssuers(of(provider, { audience: 'none', clients })),
  )
  const ask = async (client: string) =>
    authenticate(`Bearer ${await provider.sign({ client_id: client })}`)
  expect(await ask('client-1')).toMatchObject({
    tenant: 'tenant-1',
    mode: 'live',
    scopes: new Set(['credit:read']),
  })
  await expect(ask('client-2')).rejects.toMatchObject(refused)
  await expect(ask('constructor')).rejects.toMatchObject(refused)
  authenticate.close()
})

test('exact gives what is named, implied what the contract gives who names none of it', async () => {
  await using provider = await startProvider()
  const scopesBy = async (scopes: string, scope?: string) => {
    const authenticate = createAuthenticator(describeIssuers(of(provider, { scopes })))
    const token = await provider.sign({ ...claims, scope, jti: `${scopes} ${scope}` })
    authenticate.close()
    const found = await authenticate(`Bearer ${token}`)
    return [[...found.scopes], [...(found.implied ?? [])]]
  }
  const ofContract = ['transactions:read', 'transactions:write', 'images:read']
  expect(await scopesBy('exact')).toEqual([[], []])
  expect(await scopesBy('exact', 'credit:read')).toEqual([['credit:read'], []])
  expect(await scopesBy('implied')).toEqual([ofContract, ofContract])
  expect(await scopesBy('implied', 'credit:read')).toEqual([
    ['credit:read', ...ofContract],
    ofContract,
  ])
  expect(await scopesBy('implied', 'images:read')).toEqual([['images:read'], []])
})

test('tenants:admin counts from the operator’s issuer alone', async () => {
  await using provider = await startProvider()
  const token = await provider.sign({ ...claims, scope: 'tenants:admin audit:read' })
  for (const [operator, expected] of [
    [true, ['tenants:admin', 'audit:read']],
    [false, ['audit:read']],
  ] as const) {
    const authenticate = createAuthenticator(describeIssuers(of(provider, { operator })))
    expect([...(await authenticate(`Bearer ${token}`)).scopes]).toEqual(expected)
    authenticate.close()
  }
})

test('scopes may bear a prefix, and roles stand for scopes', async () => {
  await using provider = await startProvider()
  const authenticate = createAuthenticator(
    describeIssuers(
      of(provider, {
        scopePrefix: 'atesta/',
        roles: { Reviewer: ['reviews:write', 'images:read'] },
        claims: { scopes: ['scope', ['realm_access', 'roles']] },
      }),
    ),
  )
  const token = await provider.sign({
    ...claims,
    scope: 'openid atesta/transactions:read',
    realm_access: { roles: ['Reviewer', 'offline_access'] },
  })
  expect([...(await authenticate(`Bearer ${token}`)).scopes]).toEqual([
    'transactions:read',
    'reviews:write',
    'images:read',
  ])
  authenticate.close()
})

test.for([
  ['of two issuers one that speaks for all tenants', { tenants: '*' }, /names its tenants/],
  ['no key set', { jwksUrl: undefined }, /no token can be checked/],
  ['no audience and no clients', { audience: 'none' }, /name them/],
  ['no word about scopes', { scopes: undefined }, /exact or implied/],
  ['an audience that is not said', { audience: undefined }, /audience/],
  ['one issuer twice', { issuer: 'https://two.example' }, /stands twice/],
  [
    'a client of a tenant that is another’s',
    { clients: { c: { tenant: 'tenant-2' } } },
    /not one of the issuer/,
  ],
  ['a scope that is none', { roles: { Admin: ['admin'] } }, /a scope of the service/],
] as const)('a configuration with %s is refused', ([, more, words]) => {
  const jwksUrl = 'https://one.example/keys'
  const found = (index: number, own: object) => ({
    name: `issuer-${index}`,
    issuer: index === 1 ? 'https://one.example' : 'https://two.example',
    jwksUrl,
    audience: 'atesta',
    tenants: [`tenant-${index}`],
    modes: ['live'],
    scopes: 'exact',
    ...own,
  })
  const given = { issuers: [found(1, more), found(2, {})] }
  const result = IssuersConfig.safeParse(JSON.parse(JSON.stringify(given)))
  expect(result.success).toBe(false)
  expect(result.error?.message).toMatch(words)
})

test('two people are two who signed in: a program is none', async () => {
  await using provider = await startProvider()
  const authenticate = createAuthenticator(describeIssuers(of(provider, { people: true })))
  const personOf = async (more: object) =>
    (await authenticate(`Bearer ${await provider.sign({ ...claims, ...more })}`)).person
  const ana = await personOf({ sub: 'ana' })
  expect(ana).toMatch(/^[\da-f]{32}$/)
  expect(await personOf({ sub: 'ana', azp: 'app' })).toBe(ana)
  expect(await personOf({ sub: 'bea' })).not.toBe(ana)
  for (const program of [
    {},
    { sub: 'app', cid: 'app' },
    { sub: 'app@clients', azp: 'app', gty: 'client-credentials' },
    { sub: 'x', oid: 'x' },
    { sub: 'x', idtyp: 'app' },
    { sub: 'x', preferred_username: 'service-account-app' },
  ])
    expect(await personOf(program)).toBeUndefined()
  authenticate.close()
})

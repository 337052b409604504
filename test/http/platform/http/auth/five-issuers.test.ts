// Tokens in the shapes of Entra, Okta, Auth0, Keycloak and Cognito, granted by a small OpenID provider: each drives a
// journey through the whole HTTP side.
import { expect } from 'vitest'
import { test } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { readSecrets } from '#test/support/transactions.ts'
import { describeIssuers } from './issuer.ts'
import { type Provider, startProvider } from './provider.ts'

const scope = ['transactions:read', 'transactions:write', 'images:read']
const person = '9c1b2f64-0d7e-4c59-9a3e-5a4f1f0f1c22'
const app = '7d4e1f8a-2b5c-4f0d-8e9a-1c2d3e4f5a6b'

type Shape = {
  readonly name: string
  /** What a token of a client bears. */
  readonly claims: Readonly<Record<string, unknown>>
  /** What the installation says of the issuer. */
  readonly described: Readonly<Record<string, unknown>>
  /** What a token of the issuer bears that is none for us. */
  readonly foreign: Readonly<Record<string, unknown>>
}

const shapes: readonly Shape[] = [
  {
    // App-only tokens have `roles`, and `oid` equal to `sub`; those of people have `scp` as a text.
    name: 'entra',
    claims: {
      aud: 'api://atesta',
      azp: app,
      azpacr: '1',
      oid: person,
      sub: person,
      tid: 'f1e2d3c4-0000-4000-8000-000000000001',
      roles: scope,
      ver: '2.0',
      idtyp: 'app',
    },
    described: {
      audience: ['api://atesta'],
      algorithms: ['RS256'],
      claims: { scopes: ['scp', 'roles'] },
      required: { tid: 'f1e2d3c4-0000-4000-8000-000000000001' },
      modes: ['sandbox'],
    },
    foreign: { tid: 'f1e2d3c4-0000-4000-8000-000000000002' },
  },
  {
    // `scp` is a list, `cid` the client.
    name: 'okta',
    claims: { ver: 1, aud: 'api://default', cid: app, sub: app, scp: scope, tenant: 'tenant-2' },
    described: {
      audience: 'api://default',
      claims: { scopes: ['scp'] },
      defaultMode: 'sandbox',
    },
    foreign: { aud: 'api://other' },
  },
  {
    // Own claims bear the name of an address; `permissions` is a list, `aud` may be one.
    name: 'auth0',
    claims: {
      aud: ['https://atesta.example/api', 'https://tenant.auth0.example/userinfo'],
      azp: app,
      sub: `${app}@clients`,
      gty: 'client-credentials',
      permissions: scope,
      scope: 'openid profile',
      'https://atesta.example/tenant': 'tenant-3',
      'https://atesta.example/mode': 'sandbox',
    },
    described: {
      audience: 'https://atesta.example/api',
      claims: {
        tenant: 'https://atesta.example/tenant',
        mode: 'https://atesta.example/mode',
        scopes: ['permissions'],
      },
    },
    foreign: { 'https://atesta.example/tenant': 'tenant-1' },
  },
  {
    // Roles are nested, the scopes of the realm stand beside them.
    name: 'keycloak',
    claims: {
      aud: ['atesta', 'account'],
      azp: 'backend',
      sub: person,
      typ: 'Bearer',
      scope: 'profile email',
      preferred_username: 'service-account-backend',
      organisation: { tenant: ['tenant-4'], mode: 'sandbox' },
      realm_access: { roles: ['offline_access'] },
      resource_access: { atesta: { roles: ['journeys'] } },
    },
    described: {
      audience: 'atesta',
      claims: {
        tenant: ['organisation', 'tenant'],
        mode: ['organisation', 'mode'],
        scopes: [['resource_access', 'atesta', 'roles']],
      },
      roles: { journeys: scope },
      required: { typ: 'Bearer' },
    },
    foreign: { typ: 'ID' },
  },
  {
    // No audience in access tokens, and scopes behind the name of their server: the client says whose it is.
    name: 'cognito',
    claims: {
      client_id: app,
      sub: app,
      token_use: 'access',
      version: 2,
      scope: scope.map((one) => `atesta/${one}`).join(' '),
    },
    described: {
      audience: 'none',
      required: { token_use: 'access' },
      scopePrefix: 'atesta/',
      clients: { [app]: { tenant: 'tenant-5', mode: 'sandbox' } },
    },
    foreign: { client_id: 'somebody-else' },
  },
]

async function startAll(): Promise<Provider[]> {
  return Promise.all(shapes.map(({ claims }) => startProvider({ [app]: claims })))
}

async function driveJourney({ app: service, token }: { app: TestApp; token: string }) {
  const headers = { authorization: `Bearer ${token}` }
  const body = { documentType: 'CPF', document: '52998224725', email: 'ana@example.test' }
  const created = await service.call('POST', '/v1/transaction', { headers, body })
  expect(created.status).toBe(201)
  const { id } = await created.json()
  const tokens = `/v1/transaction/${id}/emails/tokens`
  expect((await service.call('POST', tokens, { headers })).status).toBe(201)
  const { code } = await readSecrets(service, id)
  const valid = await service.call('POST', `${tokens}/validation`, { headers, body: { code } })
  expect((await valid.json()).status).toBe('Valid')
  const pack = await service.call('GET', `/v1/packs/basic/${id}`, { headers })
  expect((await pack.json()).status).toBe('completed')
  expect((await service.call('GET', `/v1/transaction/${id}`, { headers })).status).toBe(200)
  return id
}

test('tokens of five issuers drive a journey each, and see no journey of another', async ({
  db,
}) => {
  const providers = await startAll()
  await using _ending = {
    async [Symbol.asyncDispose]() {
      for (const provider of providers) await provider[Symbol.asyncDispose]()
    },
  }
  const issuers = describeIssuers(
    ...shapes.map(({ name, described }, index) => ({
      name,
      issuer: providers[index]?.issuer,
      jwksUrl: providers[index]?.jwksUrl,
      ...described,
    })),
  )
  const service = await createTestApp(db, undefined, { issuers })
  const granted = await Promise.all(providers.map((provider) => provider.grant(app)))
  const ids: string[] = []
  for (const token of granted) ids.push(await driveJourney({ app: service, token }))
  for (const [index, token] of granted.entries())
    for (const [other, id] of ids.entries()) {
      const headers = { authorization: `Bearer ${token}` }
      const { status } = await service.call('GET', `/v1/transaction/${id}`, { headers })
      expect([shapes[index]?.name, other, status]).toEqual([
        shapes[index]?.name,
        other,
        index === other ? 200 : 404,
      ])
    }
  for (const [index, { name, claims, foreign }] of shapes.entries()) {
    const token = (await providers[index]?.sign({ ...claims, ...foreign })) ?? ''
    const headers = { authorization: `Bearer ${token}` }
    expect([name, (await service.call('GET', '/v1/packs', { headers })).status]).toEqual([
      name,
      401,
    ])
  }
})

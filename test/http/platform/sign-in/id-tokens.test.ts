// ID tokens and metadata that an issuer should not give, from a provider that gives whatever it is told to.
import { createServer } from 'node:http'
import { SignJWT } from 'jose'
import { expect } from 'vitest'
import { close, listen } from '#test/support/servers/listen.ts'
import { createTestApp } from '#test/support/app.ts'
import { test as base } from '#test/db/fixture.ts'
import { describeIssuers } from '../http/auth/issuer.ts'
import { makePair, pairs } from '../http/tokens.ts'
import { createVisitor } from './visitor.ts'

type Claims = Record<string, unknown>
type Forger = {
  issuer: string
  /** What stands in the next ID token, and in the metadata, besides the usual. */
  claims: Claims
  metadata: Claims
  signedBy: Awaited<ReturnType<typeof makePair>>
  nonce: string
}

const own = await makePair('RS256', 'one')
const start = '/console/sign-in/at/staff'

async function answer(path: string, forger: Forger): Promise<object> {
  const { issuer, signedBy, claims, nonce, metadata } = forger
  const urls = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }
  if (path === '/keys') return { keys: [own.jwk] }
  if (path !== '/token') return { issuer, jwks_uri: `${issuer}/keys`, ...urls, ...metadata }
  const now = Math.floor(Date.now() / 1_000)
  const said = {
    iss: issuer,
    aud: 'console',
    sub: 'ana',
    iat: now,
    exp: now + 60,
    nonce,
    ...claims,
  }
  const id_token = await new SignJWT(JSON.parse(JSON.stringify(said)))
    .setProtectedHeader({ alg: signedBy.alg, kid: signedBy.jwk.kid ?? '' })
    .sign(signedBy.privateKey)
  return { access_token: 'x', token_type: 'Bearer', id_token }
}

const test = base.extend('forger', async ({}, { onCleanup }) => {
  const forger: Forger = { issuer: '', claims: {}, metadata: {}, signedBy: own, nonce: '' }
  const server = createServer((req, res) => {
    void answer(req.url ?? '', forger).then((body) => {
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  forger.issuer = `http://127.0.0.1:${await listen(server)}`
  onCleanup(() => close(server))
  return forger
})

test('of ID tokens that are another’s, over or forged none signs in, and the true one does', async ({
  forger,
  db,
}) => {
  const signIn = { clientId: 'console', clientSecret: 'a-secret-of-the-console' }
  const jwksUrl = `${forger.issuer}/keys`
  const issuers = describeIssuers({ name: 'staff', issuer: forger.issuer, jwksUrl, scopes: 'implied', modes: ['sandbox'], signIn }) // prettier-ignore
  const app = await createTestApp(db, undefined, { issuers })
  const enter = async (change: Partial<Forger>, claims: Claims = {}) => {
    const visitor = createVisitor(app)
    const begun = await visitor.ask(start)
    const there = new URL(begun.answer.headers.get('location') ?? '')
    const { nonce = '', state = '' } = Object.fromEntries(there.searchParams)
    Object.assign(forger, { claims, signedBy: own, nonce, ...change })
    return (await visitor.ask(`${start}/callback?code=x&state=${state}`)).answer.status
  }
  const past = Math.floor(Date.now() / 1_000) - 600
  const forged: [Partial<Forger>, Claims?][] = [
    [{}, { aud: 'another-client' }],
    [{}, { aud: ['console', 'another'], azp: 'another' }],
    [{}, { iss: 'https://evil.example.test' }],
    [{}, { exp: past }],
    [{}, { sub: '' }],
    [{}, { nonce: null }],
    [{ signedBy: pairs.foreign }],
    [{ signedBy: { ...pairs.rs, jwk: { ...pairs.rs.jwk, kid: 'one' } } }],
  ]
  const statuses = []
  for (const [change, claims] of forged) statuses.push(await enter(change, claims))
  expect(statuses).toEqual(forged.map(() => 401))
  expect(await enter({})).toBe(303)
})

test('401: an issuer whose metadata are of another is none', async ({ forger, db }) => {
  const at = async (issuer: string, metadata: Claims) => {
    Object.assign(forger, { metadata })
    const signIn = { clientId: 'console' }
    const issuers = describeIssuers({ name: 'staff', issuer, jwksUrl: `${issuer}/keys`, signIn })
    return (await createVisitor(await createTestApp(db, undefined, { issuers })).ask(start)).answer
  }
  for (const issuer of ['https://evil.example.test', `${forger.issuer}/other`])
    expect((await at(forger.issuer, { issuer })).status).toBe(401)
  // The library takes both spellings for one.
  expect((await at(`${forger.issuer}/`, {})).status).toBe(401)
  expect((await at(forger.issuer, {})).status).toBe(303)
})

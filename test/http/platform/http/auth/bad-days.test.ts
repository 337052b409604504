// What an issuer, a forger or an outage does, seen by a client of the whole HTTP side.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test as base } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { describeIssuers, of } from './issuer.ts'
import { type Provider, startProvider } from './provider.ts'
import { base64url, forge, makePair } from '../tokens.ts'

type Suite = { app: TestApp; first: Provider; second: Provider; ask: Ask }
type Ask = (token: string, path?: string) => Promise<number>

const claims = {
  aud: 'atesta',
  mode: 'sandbox',
  scope: 'transactions:read transactions:write images:read',
}
const one = { ...claims, tenant: 'tenant-1' }
const two = { ...claims, tenant: 'tenant-2' }

const test = base.extend<{ suite: Suite }>({
  suite: async ({ db }, use) => {
    await using first = await startProvider()
    await using second = await startProvider()
    const issuers = describeIssuers(of(first), of(second))
    const app = await createTestApp(db, undefined, { issuers, logLevel: 'silent' })
    const ask: Ask = async (token, path = '/v1/packs') =>
      (await app.call('GET', path, { headers: { authorization: `Bearer ${token}` } })).status
    await use({ app, first, second, ask })
  },
})

test('an issuer that is away is not noticed by its tokens, and not at all by those of another', async ({
  suite: { first, second, ask },
}) => {
  expect([await ask(await first.sign(one)), await ask(await second.sign(two))]).toEqual([200, 200])
  first.away(true)
  expect(await ask(await first.sign({ ...one, jti: '2' }))).toBe(200)
  await first.rotate()
  // Nobody can say whether this key is the issuer's: the client repeats it, and the old tokens are good.
  expect(await ask(await first.sign({ ...one, jti: '3' }))).toBe(503)
  expect(await ask(await second.sign({ ...two, jti: '4' }))).toBe(200)
})

test('an issuer that was away from the start makes its own tokens wait, and no other', async ({
  db,
}) => {
  await using first = await startProvider()
  await using second = await startProvider()
  first.away(true)
  const issuers = describeIssuers(of(first), of(second))
  const app = await createTestApp(db, undefined, { issuers })
  const ask = async (token: string) =>
    (await app.call('GET', '/v1/packs', { headers: { authorization: `Bearer ${token}` } })).status
  expect(await ask(await first.sign(one))).toBe(503)
  expect(await ask(await second.sign(two))).toBe(200)
  first.away(false)
  const token = await first.sign(one)
  await expect.poll(() => ask(token)).toBe(200)
})

test('a token of one issuer for the tenant of another is 401, and reads nothing', async ({
  suite: { app, first, second, ask },
}) => {
  const headers = { authorization: `Bearer ${await second.sign(two)}` }
  const body = { documentType: 'CPF', document: '52998224725' }
  const { id } = await (await app.call('POST', '/v1/transaction', { headers, body })).json()
  const path = `/v1/transaction/${id}`
  expect(await ask(await second.sign(two), path)).toBe(200)
  expect(await ask(await first.sign(two), path)).toBe(401)
  expect(await ask(await first.sign(one), path)).toBe(404)
  for (const below of ['/timeline', '/insights', '/lvs', '/biometrics/selfie', '/emails/tokens'])
    expect([below, await ask(await first.sign(one), `${path}${below}`)]).toEqual([below, 404])
})

test('tricks with algorithm and key are 401', async ({ suite: { first, second, ask } }) => {
  const payload = { iss: first.issuer, exp: Date.now() / 1000 + 60, ...one }
  const { jwk } = first.pair()
  const header = { alg: 'none', kid: jwk.kid }
  expect(await ask(forge(header, payload))).toBe(401)
  expect(await ask(forge({ ...header, alg: 'HS256' }, payload, JSON.stringify(jwk)))).toBe(401)
  const own = await makePair('RS256', String(jwk.kid))
  const embedded = { jwk: own.jwk, jku: 'http://127.0.0.1:1/keys', x5u: 'http://127.0.0.1:1/x' }
  // The other issuer's key under the id of this one's, and a key that the token brings itself.
  expect(await ask(await second.sign({ ...one, iss: first.issuer }, { kid: jwk.kid }))).toBe(401)
  expect(await ask(await second.sign({ ...one, iss: first.issuer }, embedded))).toBe(401)
  const [head, , signature] = (await first.sign(one)).split('.')
  expect(await ask(`${head}.${base64url({ ...payload, tenant: 'tenant-2' })}.${signature}`)).toBe(
    401,
  )
  expect(await ask(await first.sign(one))).toBe(200)
})

test('two thousand unknown keys make the issuer be asked once more, and hold up nobody', async ({
  suite: { first, ask },
}) => {
  expect(await ask(await first.sign(one))).toBe(200)
  const before = first.asked()
  const good = await first.sign({ ...one, jti: 'good' })
  const forged = await Promise.all(
    Array.from({ length: 2_000 }, () => first.sign(one, { kid: randomUUID() })),
  )
  const begun = performance.now()
  const [status] = await Promise.all([ask(good), ...forged.map((token) => ask(token))])
  expect(status).toBe(200)
  expect(first.asked() - before).toBeLessThanOrEqual(1)
  expect(performance.now() - begun).toBeLessThan(60_000)
})

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scopeNames } from '#src/platform/http/auth/scopes-schema.ts'
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { localCredential, openIssuer } from '#src/main/local/credentials.ts'

let home: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'atesta-issuer-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function verify(token: string, jwksFile: string) {
  const keys = createLocalJWKSet(JSON.parse(readFileSync(jwksFile, 'utf8')))
  return jwtVerify(token, keys, { algorithms: ['ES256'], issuer: 'atesta', audience: 'atesta' })
}

test('a token verifies with the published keys and carries what was asked', async () => {
  const issuer = await openIssuer(home, {})
  const asked = {
    tenant: 'acme',
    mode: 'live',
    scope: 'credit:read packs:write',
    expires: '1h',
  } as const
  const { payload } = await verify(await issuer.sign(asked), issuer.jwksFile)
  expect(payload).toMatchObject({ tenant: 'acme', mode: 'live', scope: 'credit:read packs:write' })
  expect(Number(payload.exp) - Number(payload.iat)).toBe(3600)
})

test('without a wish it is tenant demo, sandbox, every scope, 24 hours', async () => {
  const issuer = await openIssuer(home, {})
  const { payload } = await verify(await issuer.sign(localCredential), issuer.jwksFile)
  expect(payload).toMatchObject({ tenant: 'demo', mode: 'sandbox', scope: scopeNames.join(' ') })
  expect(Number(payload.exp) - Number(payload.iat)).toBe(24 * 3600)
})

test('two who come first at once sign with one key', async () => {
  const [one, other] = await Promise.all([openIssuer(home, {}), openIssuer(home, {})])
  await expect(verify(await one.sign(localCredential), other.jwksFile)).resolves.toBeDefined()
  await expect(verify(await other.sign(localCredential), one.jwksFile)).resolves.toBeDefined()
})

test('a token of yesterday still verifies after a new start', async () => {
  const token = await (await openIssuer(home, {})).sign(localCredential)
  const { jwksFile } = await openIssuer(home, {})
  await expect(verify(token, jwksFile)).resolves.toBeDefined()
})

test('the private key is for its owner alone and not among the published ones', async () => {
  const { jwksFile } = await openIssuer(home, {})
  expect(statSync(join(home, 'issuer-key.json')).mode & 0o777).toBe(0o600)
  const [published] = JSON.parse(readFileSync(jwksFile, 'utf8')).keys
  expect(published).not.toHaveProperty('d')
})

test('a damaged key file is named, and nothing of it is shown', async () => {
  writeFileSync(join(home, 'issuer-key.json'), '{ "d": "secret')
  const opening = openIssuer(home, {})
  await expect(opening).rejects.toThrow('issuer-key.json is not a key')
  await expect(opening).rejects.not.toThrow('secret')
})

test('issuer, audience and the claim of the tenant are those that the API will check', async () => {
  const issuer = await openIssuer(home, {
    JWT_ISSUER: 'i',
    JWT_AUDIENCE: 'a',
    JWT_TENANT_CLAIM: 'org',
  })
  expect(decodeJwt(await issuer.sign(localCredential))).toMatchObject({
    iss: 'i',
    aud: 'a',
    org: 'demo',
  })
})

// Every operation: 401 without a good credential, 429 beyond the tenant's rate, before anything else is
// looked at; and the three doors that need no credential.
import { describe, expect } from 'vitest'
import { createMacs } from '#src/journey/inbox/macs.ts'
import { bounceLabel, returnPath } from '#src/vendors/smtp/bounce.ts'
import { createTestApp } from '#test/support/app.ts'
import { countRows, readProblem, unknownId } from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

const operations = [
  ['POST', '/v1/transaction'],
  ['GET', `/v1/transaction/${unknownId}`],
  ['GET', `/v1/transaction/${unknownId}/timeline`],
  ['POST', `/v1/transaction/${unknownId}/emails/tokens`],
  ['GET', `/v1/transaction/${unknownId}/emails/tokens`],
  ['POST', `/v1/transaction/${unknownId}/emails/tokens/validation`],
  ['GET', `/v1/packs/basic/${unknownId}`],
  ['HEAD', `/v1/packs/basic/${unknownId}`],
  ['POST', `/v1/packs/basic/${unknownId}`],
  ['GET', '/v1/sandbox/messages'],
  ['POST', `/v1/sandbox/messages/${unknownId}/reply`],
  ['POST', `/v1/sandbox/transactions/${unknownId}/clock`],
] as const

const credentials = [
  ['none', ''],
  ['a word', 'secret'],
  ['another scheme', 'Basic YTpi'],
  ['half a token', 'Bearer abc.def'],
  ['an unsigned token', 'Bearer eyJhbGciOiJub25lIn0.eyJ0ZW5hbnQiOiJhY21lIn0.'],
] as const

describe.for(operations)('%s %s', ([method, path]) => {
  test('401 for every credential that is none, with WWW-Authenticate', async ({ app }) => {
    const before = await countRows(app.db)
    for (const [, authorization] of credentials) {
      const answer = await app.call(method, path, { headers: { authorization } })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
      if (method !== 'HEAD')
        expect(await readProblem(answer)).toMatchObject({ code: 'unauthorized' })
    }
    const expired = await app.call(method, path, { claims: { exp: 1_700_000_000 } })
    expect(expired.status).toBe(401)
    expect(await countRows(app.db)).toEqual(before)
  })

  test('429 beyond the tenant’s rate, with Retry-After and where the tenant stands', async ({
    db,
  }) => {
    const app = await createTestApp(db, undefined, {
      rateLimit: async () => ({
        allowed: false,
        limit: 10,
        remaining: 0,
        resetSeconds: 9,
        retryAfterSeconds: 3,
      }),
    })
    const answer = await app.call(method, path)
    expect(answer.status).toBe(429)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'retry-after': '3',
      'ratelimit-limit': '10',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '9',
    })
    if (method !== 'HEAD') expect(await readProblem(answer)).toMatchObject({ code: 'rate-limited' })
  })
})

test('the page, the bounces and the way to the console ask for no credential', async ({ app }) => {
  const to = returnPath(createMacs(app.sealer)(bounceLabel)[0], unknownId, 'bounce.test')
  const headers = { authorization: '', 'delivered-to-address': to }
  expect((await app.call('GET', '/t/any', { headers })).status).toBe(200)
  expect((await app.call('GET', '/sandbox', { headers })).status).toBe(302)
  expect((await app.call('POST', '/hooks/email/bounces', { headers })).status).toBe(202)
})

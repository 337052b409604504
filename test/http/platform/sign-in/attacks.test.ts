// What a stranger could try on the way to an issuer and back: nothing of it signs anybody in.
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { audit } from '#src/platform/audit/table.ts'
import { publicBaseUrl } from '#test/support/app.ts'
import { callbackOf, test } from './fixture.ts'
import { createVisitor, type Visitor } from './visitor.ts'

const start = '/console/sign-in/at/staff'
const callback = callbackOf('staff')

/** The address at the issuer, with a parameter that somebody has changed; and the answer that it leads to. */
async function answerTo(visitor: Visitor, changed: Record<string, string> = {}): Promise<URL> {
  const begun = await visitor.ask(start)
  const there = new URL(begun.answer.headers.get('location') ?? '')
  for (const [name, value] of Object.entries(changed)) there.searchParams.set(name, value)
  return (await visitor.follow(there, callback)).url
}

const changedIn = (url: URL, name: string, value: string | undefined): URL => {
  const next = new URL(url)
  if (value === undefined) next.searchParams.delete(name)
  else next.searchParams.set(name, value)
  return next
}

const cookieNames = ({ cookies }: Visitor) => [
  ...(cookies.get(new URL(publicBaseUrl).host)?.keys() ?? []),
]
const isSignedIn = (visitor: Visitor) =>
  cookieNames(visitor).some((name) => name.endsWith('-session'))

async function expectRefused(visitor: Visitor, url: URL, status = 401): Promise<void> {
  const { answer } = await visitor.ask(url)
  expect([answer.status, isSignedIn(visitor)]).toEqual([status, false])
}

test('state: an answer that this browser did not ask for signs nobody in (login CSRF)', async ({
  suite: { app, sit, visitor },
}) => {
  sit()
  const attackers = await answerTo(createVisitor(app))
  await expectRefused(visitor, attackers)
  const own = await answerTo(visitor)
  for (const state of ['x', undefined, attackers.searchParams.get('state') ?? ''])
    await expectRefused(visitor, changedIn(own, 'state', state))
  const twice = new URL(own)
  twice.searchParams.append('state', own.searchParams.get('state') ?? '')
  await expectRefused(visitor, twice)
})

test('code: one of another sign-in, put into an answer of one’s own, is refused by its code verifier', async ({
  suite: { app, sit, visitor },
}) => {
  sit()
  const stolen = (await answerTo(createVisitor(app))).searchParams.get('code') ?? ''
  await expectRefused(visitor, changedIn(await answerTo(visitor), 'code', stolen))
})

test('PKCE and nonce: neither is what the browser began with', async ({
  suite: { sit, visitor, app },
}) => {
  sit()
  const changes = [{ code_challenge: 'x'.repeat(43) }, { nonce: 'of-somebody-else' }]
  for (const change of changes) await expectRefused(visitor, await answerTo(visitor, change))
  const reasons = app.log.flatMap((line) => /"reason":"([^"]+)"/.exec(line)?.[1] ?? [])
  expect(reasons).toEqual(['invalid_grant', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'])
})

test('mix-up: an answer counts for the issuer alone at which this browser began', async ({
  suite: { sit, visitor, partner },
}) => {
  sit()
  const answer = await answerTo(visitor)
  const elsewhere = new URL(`${callbackOf('partner')}${answer.search}`)
  await expectRefused(visitor, elsewhere)
  await expectRefused(visitor, changedIn(elsewhere, 'iss', partner.issuer))
  for (const iss of [partner.issuer, undefined, `${answer.searchParams.get('iss')}/`]) {
    await expectRefused(visitor, changedIn(await answerTo(visitor), 'iss', iss))
  }
})

test('replay: an answer signs in once, also of two at once, and its cookie with it', async ({
  suite: { sit, visitor, tenant },
  db,
}) => {
  sit()
  const answer = await answerTo(visitor)
  const kept = new Map(visitor.cookies.get(new URL(publicBaseUrl).host))
  const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
  const both = await Promise.all([visitor.ask(answer), visitor.ask(answer)])
  expect(both.map(({ answer: { status } }) => status).toSorted((a, b) => a - b)).toEqual([303, 401])
  const again = await visitor.ask(answer, { headers: { cookie } })
  expect(again.answer.status).toBe(401)
  const rows = await db.select().from(audit).where(eq(audit.tenant, tenant))
  expect(rows.filter(({ action }) => action === 'session.opened')).toHaveLength(1)
})

test('fixation: a session that was planted in the browser is never the one that signs in', async ({
  suite: { sit, visitor, sessionOf, app },
}) => {
  sit()
  const attacker = createVisitor(app)
  await attacker.follow(start)
  const theirs = await sessionOf(attacker)
  const [name = '', value = ''] = theirs.cookie.split('=')
  visitor.cookies.set(new URL(publicBaseUrl).host, new Map([[name, value]]))
  sit()
  await visitor.follow(start)
  expect((await sessionOf(visitor)).cookie).not.toBe(theirs.cookie)
  expect((await theirs.call('GET', '/v1/session')).status).toBe(401)
})

describe('open redirect: the way back is a path of the console, whatever was asked for', () => {
  const foreign = [
    'https://evil.example.test/console',
    '//evil.example.test/console',
    '/\\evil.example.test/console',
    '/console/../v1/audit',
    '/console/%2e%2e/docs',
    '/consoles',
    '/docs',
    'javascript:alert(1)',
    '/console/sign-in/at/staff',
    'https://a@console.invalid/console',
    `/console?${'x'.repeat(2_000)}`,
  ]
  test('of eleven addresses none leads anywhere else', async ({ suite: { app, sit } }) => {
    sit()
    for (const to of foreign) {
      const { url } = await createVisitor(app).follow(`${start}?to=${encodeURIComponent(to)}`)
      expect(url.href).toBe(`${publicBaseUrl}/console`)
    }
  })
})

test('429: an address that comes often waits', async ({ suite: { app } }) => {
  const ask = () =>
    app.fetch(new Request(`http://x${start}/callback?code=x&state=y`), {
      incoming: { socket: { remoteAddress: '192.0.2.7' } },
    })
  const statuses = []
  for (let count = 0; count < 31; count += 1) statuses.push((await ask()).status)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect(statuses.at(-1)).toBe(429)
})

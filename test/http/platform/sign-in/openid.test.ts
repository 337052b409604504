// beginSignIn and finishSignIn: people sign in at a real OpenID provider, and the session says what it said.
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { audit } from '#src/platform/audit/table.ts'
import { putTenant } from '#src/platform/tenants/registry/store.ts'
import { sessions } from '#src/platform/sessions/table.ts'
import { readProblem } from '#test/support/transactions.ts'
import { publicBaseUrl } from '#test/support/app.ts'
import { test } from './fixture.ts'
import { createVisitor } from './visitor.ts'

const start = '/console/sign-in/at/staff'
const home = `${publicBaseUrl}/console`

test('303: somebody chooses an issuer, signs in there, and comes back to where they were', async ({
  suite: { visitor, sit, sessionOf, tenant, app },
  db,
}) => {
  const sub = sit()
  const page = await visitor.ask('/console/sign-in?to=/console/reviews?who=me')
  const text = await page.answer.text()
  expect([...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toContain(
    '/console/sign-in/at/staff?to=%2Fconsole%2Freviews%3Fwho%3Dme',
  )
  const begun = await visitor.ask('/console/sign-in/at/staff?to=/console/reviews%3Fwho%3Dme')
  expect(begun.answer.headers.get('set-cookie')).toMatch(
    /^__Host-atesta-sign-in-\w+=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/,
  )
  const there = new URL(begun.answer.headers.get('location') ?? '')
  expect(there.searchParams.get('code_challenge_method')).toBe('S256')
  const back = await visitor.follow(there)
  expect(back.url.href).toBe(`${publicBaseUrl}/console/reviews?who=me`)
  const browser = await sessionOf(visitor)
  const who = await (await browser.call('GET', '/v1/session')).json()
  expect(who).toMatchObject({
    tenant,
    mode: 'live',
    subject: sub,
    name: 'Ana Exemplo',
    issuer: 'staff',
    isPerson: true,
  })
  expect(who.scopes.toSorted()).toEqual(['reviews:write', 'transactions:read'])
  const rows = await db.select().from(audit).where(eq(audit.tenant, tenant))
  expect(rows).toMatchObject([{ action: 'session.opened', actor: who.actor, mode: 'live' }])
  const kept = await db.execute(
    sql`select session::text as row from session where tenant = ${tenant}`,
  )
  for (const secret of [sub, 'Ana', browser.csrf])
    expect(JSON.stringify(kept) + app.log.join('')).not.toContain(secret)
})

test('the people of an issuer that is not marked `people` are nobody of two', async ({
  suite: { visitor, partner, sessionOf },
}) => {
  partner.people.set('bia', { mode: 'sandbox', roles: ['reader'] })
  partner.atKeyboard = 'bia'
  const { url } = await visitor.follow('/console/sign-in/at/partner')
  expect(url.href).toBe(home)
  const who = await (await (await sessionOf(visitor)).call('GET', '/v1/session')).json()
  expect(who).toMatchObject({ issuer: 'partner', isPerson: false })
})

test('303: with one issuer and no links nobody chooses, and who has signed out is not led back in', async ({
  suite: { open, issuers },
}) => {
  const visitor = createVisitor(await open({ issuers: issuers.slice(0, 1), signsInByLink: false }))
  const { answer } = await visitor.ask('/console/sign-in?to=/console/audit')
  expect(answer.headers.get('location')).toBe('/console/sign-in/at/staff?to=%2Fconsole%2Faudit')
  expect((await visitor.ask('/console/signed-out')).answer.status).toBe(200)
})

test('403: who has no role or mode, or names a tenant of another issuer, has no access', async ({
  suite: { app, sit, tenant },
  db,
}) => {
  const without = [
    { roles: [] },
    { roles: ['admin'] },
    { mode: 'other' },
    { tenant: `${tenant}-2` },
  ]
  for (const claims of without) {
    sit(claims)
    const { url, answer } = await createVisitor(app).follow(start)
    expect([url.pathname, answer.status]).toEqual([`${start}/callback`, 403])
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-atesta-sign-in-\w+=; .*Max-Age=0/)
  }
  expect(await db.$count(sessions, eq(sessions.tenant, tenant))).toBe(0)
})

test('403: nobody signs in to a tenant that is suspended', async ({
  suite: { open, sit, tenant },
  db,
}) => {
  const app = await open({ registry: 'database' })
  await putTenant(db, tenant, { suspended: true })
  await app.deps.registry?.refresh()
  sit()
  expect((await createVisitor(app).follow(start)).answer.status).toBe(403)
})

test('503: an issuer that is away is said to be, on the way there and back, and the log has codes alone', async ({
  suite: { app, staff, sit, visitor },
}) => {
  const sub = sit()
  const callback = await visitor.follow(start, `${home}/sign-in/at/staff/callback`)
  staff.isAway = true
  expect((await visitor.ask(callback.url)).answer.status).toBe(503)
  const other = await createVisitor(app).ask(start)
  // What an issuer says of itself counts for an hour.
  expect(other.answer.status).toBe(303)
  const refused = app.log
    .filter((line) => line.includes('sign-in refused'))
    .map((line) => JSON.parse(line))
  expect(refused).toMatchObject([{ issuer: 'staff', outcome: 'away' }])
  const secrets = [sub, ...callback.url.searchParams.values()].filter((one) => one !== staff.issuer)
  for (const secret of secrets) expect(app.log.join('')).not.toContain(secret)
})

test('200: who signs out is led to the issuer, which ends its own session and leads back', async ({
  suite: { visitor, sit, sessionOf, staff },
}) => {
  sit()
  await visitor.follow(start)
  const browser = await sessionOf(visitor)
  const answer = await browser.call('DELETE', '/v1/session')
  const next = new URL((await answer.json()).next)
  expect(next.origin + next.pathname).toBe(`${staff.issuer}/session/end`)
  expect(next.searchParams.get('post_logout_redirect_uri')).toBe(`${home}/signed-out`)
  const there = await visitor.ask(next)
  expect(there.answer.status).toBe(200)
  expect((await browser.call('GET', '/v1/session')).status).toBe(401)
})

test('404: an issuer that there is not, or that nobody signs in at', async ({
  suite: { visitor },
}) => {
  for (const path of ['/console/sign-in/at/nobody', '/console/sign-in/at/nobody/callback?code=x'])
    expect(await readProblem((await visitor.ask(path)).answer)).toMatchObject({ status: 404 })
})

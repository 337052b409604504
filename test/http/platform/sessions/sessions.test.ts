// readSession, signOut, listSessions, revokeSession; and what the cookie of a session may do.
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { audit } from '#src/platform/audit/table.ts'
import { cookieName } from '#src/platform/sessions/cookie.ts'
import { sessions } from '#src/platform/sessions/table.ts'
import { makeToken } from '#src/platform/sessions/token.ts'
import { createTestApp, publicBaseUrl, testIssuer } from '#test/support/app.ts'
import { browserOf, cookieOf, signIn, signInPath } from '#test/support/sign-in.ts'
import { mintToken } from '#test/support/token.ts'
import { createTransaction, readProblem, unknownId } from '#test/support/transactions.ts'
import { asker, test } from './fixture.ts'

const person = { documentType: 'CPF', document: '52998224725' }

test('200: the cookie of a session is a credential for the whole API, with its CSRF token', async ({
  suite: { enter, tenant },
}) => {
  const browser = await enter({ sub: 'ana', scope: 'transactions:write transactions:read' })
  const who = await (await browser.call('GET', '/v1/session')).json()
  expect(who).toMatchObject({ subject: 'ana', tenant, mode: 'sandbox', isPerson: true })
  expect(who.scopes.toSorted()).toEqual(['transactions:read', 'transactions:write'])
  expect(Date.parse(who.expiresAt) - Date.now()).toBeGreaterThan(9.9 * 3_600_000)
  const created = await browser.call('POST', '/v1/transaction', { body: person })
  expect(created.status).toBe(201)
  const read = await browser.call('GET', `/v1/transaction/${(await created.json()).id}`)
  expect(read.status).toBe(200)
  const refused = await browser.call('GET', '/v1/audit')
  expect(await readProblem(refused)).toMatchObject({ status: 403, scope: 'audit:read' })
})

test('the cookie is for our pages alone, and what is stored opens nothing', async ({
  suite: { app, ask, tenant },
  db,
}) => {
  const path = await signInPath(app, { tenant, sub: 'ana-silva' })
  const entered = await ask(path)
  expect(entered.status).toBe(303)
  expect(entered.headers.get('location')).toBe('/console')
  const set = entered.headers.get('set-cookie') ?? ''
  expect(set).toMatch(
    /^__Host-atesta-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=36000; Secure$/,
  )
  expect(cookieName('http://127.0.0.1:3000', 'session')).toBe('atesta-session-3000')
  const browser = await browserOf(cookieOf(entered), ask)
  const token = browser.cookie.split('=')[1] ?? ''
  const rows = await db.execute(
    sql`select session::text as row from session where tenant = ${tenant}`,
  )
  const kept = JSON.stringify(rows) + app.log.join('')
  const secrets = [token, browser.csrf, path.split('/').at(-1) ?? '', 'ana-silva']
  for (const secret of secrets) expect(kept).not.toContain(secret)
  expect(kept).toContain('/console/sign-in/link/{code}')
})

test('401: without a session, with one that was made up, or where another site has the browser ask', async ({
  suite: { ask, enter },
}) => {
  const { cookie, call } = await enter()
  const [name] = cookie.split('=')
  for (const headers of [{}, { cookie: `${name}=${makeToken()}` }, { cookie: `${name}=x` }])
    expect((await ask('/v1/session', { headers })).status).toBe(401)
  for (const site of ['cross-site', 'same-site'])
    for (const method of ['GET', 'DELETE'])
      expect(
        (await call(method, '/v1/session', { headers: { 'sec-fetch-site': site } })).status,
      ).toBe(401)
  const foreign = { headers: { origin: 'https://evil.example.test' } }
  expect((await call('DELETE', '/v1/session', foreign)).status).toBe(401)
  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: publicBaseUrl }])
    expect((await call('GET', '/v1/session', { headers })).status).toBe(200)
})

test('403: a change without the CSRF token of this very session', async ({ suite: { enter } }) => {
  const [browser, other] = [await enter({ sub: 'ana' }), await enter({ sub: 'ana' })]
  for (const csrf of ['', 'x', other.csrf, browser.cookie.split('=')[1] ?? '']) {
    const headers = { 'x-csrf-token': csrf }
    const refused = await browser.call('POST', '/v1/transaction', { body: person, headers })
    expect(await readProblem(refused)).toMatchObject({ status: 403, code: 'cross-site' })
  }
  expect((await browser.call('POST', '/v1/transaction', { body: person })).status).toBe(201)
})

test('with both, Authorization counts', async ({ suite: { enter } }) => {
  const { call } = await enter()
  const authorization = `Bearer ${await mintToken({ tenant: 'other' })}`
  const answer = await call('GET', '/v1/session', { headers: { authorization } })
  const who = await answer.json()
  expect(who).toMatchObject({ tenant: 'other' })
  expect(who).not.toHaveProperty('csrf')
  const bad = await call('GET', '/v1/session', { headers: { authorization: 'Bearer a.b.c' } })
  expect(bad.status).toBe(401)
  const none = await call('DELETE', '/v1/session', { headers: { authorization } })
  expect(none.status).toBe(404)
})

test('200: who signs out is out at once, and the audit has both', async ({
  suite: { enter },
  db,
}) => {
  const browser = await enter()
  const answer = await browser.call('DELETE', '/v1/session')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ next: '/console/signed-out' })
  expect(answer.headers.get('set-cookie')).toMatch(/^__Host-atesta-session=; .*Max-Age=0/)
  expect((await browser.call('GET', '/v1/session')).status).toBe(401)
  const [row] = await db
    .select()
    .from(sessions)
    .orderBy(sql`id desc`)
    .limit(1)
  const rows = await db
    .select()
    .from(audit)
    .where(eq(audit.object, row?.id ?? ''))
  expect(rows.map(({ action }) => action)).toEqual(['session.opened', 'session.ended'])
  expect(rows.every(({ actor }) => actor === row?.actor)).toBe(true)
})

test('401: after an hour of rest, and after ten hours; what a page asks by itself is rest', async ({
  suite: { enter, tenant },
  db,
}) => {
  const browser = await enter()
  const own = eq(sessions.tenant, tenant)
  const rested = (seconds: number) =>
    db
      .update(sessions)
      .set({ lastUsedAt: new Date(Date.now() - seconds * 1_000) })
      .where(own)
  const lastUsed = async () => (await db.select().from(sessions).where(own))[0]?.lastUsedAt
  await rested(3_590)
  const before = await lastUsed()
  const headers = { 'x-unattended': '1' }
  expect((await browser.call('GET', '/v1/session', { headers })).status).toBe(200)
  expect(await lastUsed()).toEqual(before)
  expect((await browser.call('GET', '/v1/session')).status).toBe(200)
  await expect.poll(lastUsed).not.toEqual(before)
  await rested(3_601)
  expect((await browser.call('GET', '/v1/session')).status).toBe(401)
  await db.update(sessions).set({ lastUsedAt: new Date(), expiresAt: new Date() }).where(own)
  expect((await browser.call('GET', '/v1/session')).status).toBe(401)
})

test('the eleventh of one person ends that which has rested longest', async ({
  suite: { enter },
  db,
}) => {
  const sub = randomUUID()
  const [first, second] = [await enter({ sub }), await enter({ sub })]
  for (let count = 2; count < 10; count += 1) await enter({ sub })
  const { actor } = await (await second.call('GET', '/v1/session')).json()
  const entries = await (await second.call('GET', '/v1/sessions')).json()
  const longest = entries.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id
  await db
    .update(sessions)
    .set({ lastUsedAt: new Date(Date.now() - 60_000) })
    .where(eq(sessions.id, longest))
  const eleventh = await enter({ sub })
  expect((await second.call('GET', '/v1/session')).status).toBe(401)
  expect((await first.call('GET', '/v1/session')).status).toBe(200)
  const left = await (await eleventh.call('GET', '/v1/sessions')).json()
  expect(left.filter((one: { actor: string }) => one.actor === actor)).toHaveLength(10)
})

test('a session that the browser had before ends with the next sign-in, and none is ever taken over', async ({
  suite: { app, ask, enter, tenant },
}) => {
  const victim = await enter({ sub: 'ana' })
  const name = victim.cookie.split('=')[0] ?? ''
  const planted = `${name}=${makeToken()}`
  for (const cookie of [victim.cookie, planted]) {
    const entered = await ask(await signInPath(app, { tenant, sub: 'ana' }), {
      headers: { cookie },
    })
    expect(cookieOf(entered)).not.toBe(cookie)
    expect((await ask('/v1/session', { headers: { cookie } })).status).toBe(401)
  }
})

test('200, 204, 404: everybody sees and ends their own sessions, those of others take keys:write', async ({
  suite: { enter },
  db,
}) => {
  const own = { sub: 'ana', scope: 'transactions:read' }
  const [ana, alsoAna] = [await enter(own), await enter(own)]
  const bia = await enter({ sub: 'bia' })
  const listed = await (await ana.call('GET', '/v1/sessions')).json()
  expect(listed.map(({ isOwn, isCurrent }: Record<string, boolean>) => [isOwn, isCurrent])).toEqual(
    [
      [true, false],
      [true, true],
    ],
  )
  const every = await (await bia.call('GET', '/v1/sessions')).json()
  expect(every).toHaveLength(3)
  const ofBia = every.find(({ isCurrent }: Record<string, boolean>) => isCurrent)
  expect((await ana.call('DELETE', `/v1/sessions/${ofBia.id}`)).status).toBe(404)
  expect((await ana.call('DELETE', `/v1/sessions/${unknownId}`)).status).toBe(404)
  expect((await ana.call('DELETE', `/v1/sessions/${listed[0].id}`)).status).toBe(204)
  expect((await alsoAna.call('GET', '/v1/session')).status).toBe(401)
  expect((await ana.call('DELETE', `/v1/sessions/${listed[0].id}`)).status).toBe(404)
  expect((await bia.call('DELETE', `/v1/sessions/${listed[1].id}`)).status).toBe(204)
  expect((await ana.call('GET', '/v1/session')).status).toBe(401)
  const [row] = await db
    .select()
    .from(audit)
    .where(eq(audit.object, listed[1].id))
    .orderBy(sql`seq desc`)
    .limit(1)
  expect(row).toMatchObject({ action: 'session.revoked', actorKind: 'subject' })
})

test('404: sessions of another tenant or mode are unknown, and its cookie reads nothing of ours', async ({
  suite: { app, ask, enter, tenant },
}) => {
  const id = await createTransaction(app, {}, { tenant })
  const ours = await enter()
  const [{ id: session }] = await (await ours.call('GET', '/v1/sessions')).json()
  for (const claims of [{ tenant: `t-${randomUUID()}` }, { tenant, mode: 'live' as const }]) {
    const other = await signIn(app, ask, claims)
    expect(await (await other.call('GET', '/v1/sessions')).json()).toHaveLength(1)
    expect((await other.call('DELETE', `/v1/sessions/${session}`)).status).toBe(404)
    expect((await other.call('GET', `/v1/transaction/${id}`)).status).toBe(404)
  }
  expect((await ours.call('GET', '/v1/session')).status).toBe(200)
})

test('two sessions of one person are one of two people', async ({
  suite: { app, enter, tenant },
}) => {
  const id = await createTransaction(app, {}, { tenant })
  const hold = `/v1/transaction/${id}/hold`
  const [ana, again, bia] = [
    await enter({ sub: 'ana' }),
    await enter({ sub: 'ana' }),
    await enter({ sub: 'bia' }),
  ]
  expect((await ana.call('PUT', hold, { body: { reason: 'court order' } })).ok).toBe(true)
  expect((await ana.call('DELETE', hold)).status).toBe(202)
  expect((await again.call('DELETE', hold)).status).toBe(202)
  expect((await bia.call('DELETE', hold)).ok).toBe(true)
})

test('403: a tenant that is suspended is out at once, and nobody signs in to it', async ({
  db,
}) => {
  const issuers = [testIssuer({ people: true })]
  const app = await createTestApp(db, undefined, { registry: 'database', issuers })
  const ask = asker(app)
  const tenant = `t-${randomUUID()}`
  const register = (body: object) =>
    app.call('PUT', `/v1/tenants/${tenant}`, { body, claims: { tenant, scope: 'tenants:admin' } })
  expect((await register({})).status).toBe(201)
  const browser = await signIn(app, ask, { tenant })
  expect((await register({ suspended: true })).status).toBe(200)
  const refused = await browser.call('GET', '/v1/session')
  expect(await readProblem(refused)).toMatchObject({ status: 403, code: 'tenant-suspended' })
  expect((await ask(await signInPath(app, { tenant }))).status).toBe(403)
})

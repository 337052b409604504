// What the issuer says later of somebody who is signed in: it is asked again every ten minutes, where it gives a refresh
// token.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { audit } from '#src/platform/audit/table.ts'
import { sessions } from '#src/platform/sessions/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { readProblem } from '#test/support/transactions.ts'
import { test as base } from './fixture.ts'
import type { Browser } from '#test/support/sign-in.ts'

const start = '/console/sign-in/at/staff'

type Signed = { sub: string; browser: Browser; rested: (minutes: number) => Promise<unknown> }

const readAgo = (db: Db, tenant: string) => (minutes: number) =>
  db
    .update(sessions)
    .set({ readAt: new Date(Date.now() - minutes * 60_000), askedAt: null })
    .where(eq(sessions.tenant, tenant))

const test = base.extend(
  'signed',
  async ({ suite: { staff, sit, visitor, sessionOf, tenant }, db }): Promise<Signed> => {
    staff.givesRefreshTokens = true
    const sub = sit()
    await visitor.follow(start)
    return { sub, browser: await sessionOf(visitor), rested: readAgo(db, tenant) }
  },
)

const scopesOf = async ({ call }: Browser) =>
  (await (await call('GET', '/v1/session')).json()).scopes.toSorted()

test('a role that was taken away counts within ten minutes, and the audit says so', async ({
  suite: { staff, tenant },
  signed: { sub, browser, rested },
  db,
}) => {
  const before = staff.granted()
  staff.people.set(sub, { ...staff.people.get(sub), roles: ['reader'] })
  await rested(9)
  expect(await scopesOf(browser)).toEqual(['reviews:write', 'transactions:read'])
  await rested(21)
  const both = await Promise.all([
    browser.call('GET', '/v1/session'),
    browser.call('GET', '/v1/session'),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await scopesOf(browser)).toEqual(['transactions:read'])
  expect(staff.granted() - before).toBe(1)
  const rows = await db.select().from(audit).where(eq(audit.tenant, tenant))
  expect(rows.at(-1)).toMatchObject({
    action: 'session.changed',
    details: { scopes: 'transactions:read' },
  })
  await rested(11)
  expect(await scopesOf(browser)).toEqual(['transactions:read'])
})

test('401: who is known there no longer, has no role left, or is of another tenant now, is out', async ({
  suite: { staff, tenant },
  signed: { sub, browser, rested },
  db,
}) => {
  staff.people.delete(sub)
  await rested(11)
  expect((await browser.call('GET', '/v1/session')).status).toBe(401)
  const rows = await db.select().from(audit).where(eq(audit.tenant, tenant))
  expect(rows.at(-1)).toMatchObject({ action: 'session.ended', details: { reason: 'issuer' } })
})

test.for([{ roles: [] }, { mode: 'sandbox' }, { tenant: 'another' }])(
  '401: %o makes another of the person, who signs in again',
  async (changed, { suite: { staff }, signed: { sub, browser, rested } }) => {
    staff.people.set(sub, { ...staff.people.get(sub), ...changed })
    await rested(11)
    expect((await browser.call('GET', '/v1/session')).status).toBe(401)
  },
)

test('503: while the issuer is away what it said last counts for twenty minutes, then nobody passes', async ({
  suite: { staff },
  signed: { browser, rested },
}) => {
  staff.isAway = true
  await rested(19)
  expect((await browser.call('GET', '/v1/session')).status).toBe(200)
  await rested(21)
  expect(await readProblem(await browser.call('GET', '/v1/session'))).toMatchObject({ status: 503 })
  staff.isAway = false
  await rested(21)
  expect((await browser.call('GET', '/v1/session')).status).toBe(200)
})

test('without a refresh token the issuer is not asked: the session ends it', async ({
  suite: { staff, sit, visitor, sessionOf, tenant },
  db,
}) => {
  const sub = sit()
  await visitor.follow(start)
  const browser = await sessionOf(visitor)
  staff.people.delete(sub)
  await readAgo(db, tenant)(500)
  expect((await browser.call('GET', '/v1/session')).status).toBe(200)
})

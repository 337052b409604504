// Lists of deny and allow entries: listDenyEntries, listAllowEntries.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { listEntries } from '#src/journey/velocity/table.ts'
import { audit } from '#src/platform/audit/table.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp, testIssuer } from '#test/support/app.ts'

const test = testOn((db) =>
  createTestApp(db, undefined, { issuers: [testIssuer({ people: true })] }),
)

const someone = (sub = 'ana') => ({
  tenant: `t-${randomUUID().slice(0, 8)}`,
  scope: 'lists:write',
  sub,
})
type Who = ReturnType<typeof someone>

const phone = (number: number) => ({ kind: 'phone', phone: { areaCode: 11, number } })
const card = { kind: 'card', card: { bin: '401178', last4: '1881' } }
const said = { role: 'mule', action: 'review', evidence: 'chargeback' }

const deny = async ({ call }: TestApp, claims: Who, body: object) =>
  (await call('POST', '/v1/lists/deny', { body: { ...said, ...body }, claims })).status
const list = async ({ call }: TestApp, claims: Who, query = '', name = 'deny') => {
  const answer = await call('GET', `/v1/lists/${name}${query}`, { claims })
  expect([query, answer.status]).toEqual([query, 200])
  return answer.json()
}

test('200: what counts now, the newest first, without values, by pages and filters; an audit row says who listed', async ({
  app,
  db,
}) => {
  const who = someone()
  expect(await list(app, who)).toEqual({ entries: [] })
  await deny(app, who, { ...phone(987650001), reference: 'CASE-1' })
  await deny(app, who, { ...card, role: 'victim', evidence: 'police-report' })
  await deny(app, who, phone(987650002))
  const { entries } = await list(app, who)
  expect(entries).toMatchObject([
    { kind: 'phone', action: 'review', role: 'mule' },
    { kind: 'card', role: 'victim' },
    { kind: 'phone', reference: 'CASE-1' },
  ])
  expect(JSON.stringify(entries)).not.toMatch(/98765|1881/)
  const idsOf = async (query: string) =>
    (await list(app, who, query)).entries.map((one: { id: string }) => one.id)
  const [newest, middle, oldest] = entries.map((one: { id: string }) => one.id)
  const first = await list(app, who, '?limit=2')
  expect(first.next).toContain(middle)
  expect(await idsOf(`?cursor=${first.next}`)).toEqual([oldest])
  for (const [query, found] of [
    ['?kind=phone', [newest, oldest]],
    ['?role=victim', [middle]],
    ['?action=reject', []],
    ['?evidence=police-report', [middle]],
    ['?reference=CASE-1', [oldest]],
    ['?kind=phone&reference=CASE-1', [oldest]],
    ['?awaiting=second', []],
  ] as const)
    expect([query, await idsOf(query)]).toEqual([query, found])
  await db
    .update(listEntries)
    .set({ expiresAt: new Date(0) })
    .where(eq(listEntries.id, oldest))
  expect(await idsOf('')).toEqual([newest, middle])
  const rows = await db.select().from(audit).where(eq(audit.tenant, who.tenant))
  expect(rows.map(({ action }) => action)).toContain('lists.listed')
})

test('200: one that a second person is awaited for says so, and until when', async ({ app }) => {
  const who = someone()
  expect(await deny(app, who, { ...phone(987650001), action: 'reject' })).toBe(202)
  const { entries } = await list(app, who, '?awaiting=second')
  expect(entries).toMatchObject([{ action: 'review', awaiting: 'second' }])
  const days = (Date.parse(entries[0].awaitingUntil) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(7)
  const second = { ...who, sub: 'bia' }
  expect(await deny(app, second, { ...phone(987650001), action: 'reject' })).toBe(201)
  const [agreed] = (await list(app, who)).entries
  expect(agreed).toMatchObject({ action: 'reject' })
  expect(agreed).not.toHaveProperty('awaiting')
  // Less than a `reject` takes two as well, and rejects until then.
  expect(await deny(app, who, phone(987650001))).toBe(202)
  expect((await list(app, who)).entries).toMatchObject([{ action: 'reject', awaiting: 'second' }])
})

test('200 allow entries; 400, 403, and nothing of another tenant or mode', async ({ app }) => {
  const who = someone()
  const body = { ...card, evidence: 'own-case' }
  expect((await app.call('POST', '/v1/lists/allow', { body, claims: who })).status).toBe(201)
  expect((await list(app, who, '', 'allow')).entries).toMatchObject([
    { kind: 'card', evidence: 'own-case' },
  ])
  expect(await list(app, who, '?kind=phone', 'allow')).toEqual({ entries: [] })
  for (const other of [someone(), { ...who, mode: 'live' as const }])
    expect(await list(app, other, '', 'allow')).toEqual({ entries: [] })
  const ask = async (path: string, claims: object) =>
    (await app.call('GET', path, { claims })).status
  for (const path of ['/v1/lists/deny?kind=face', '/v1/lists/allow?limit=0'])
    expect([path, await ask(path, who)]).toEqual([path, 400])
  for (const path of ['/v1/lists/deny', '/v1/lists/allow'])
    expect(await ask(path, { ...who, scope: 'reports:read' })).toBe(403)
})

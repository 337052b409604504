// Endpoints of a tenant whose packs are published by two people: where data go, two people say.
import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { audit } from '#src/platform/audit/table.ts'
import { test as database } from '#test/db/fixture.ts'
import { type Answer, createTestApp, testIssuer } from '#test/support/app.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { readProblem } from '#test/support/transactions.ts'

type Bank = {
  readonly tenant: string
  readonly ask: (sub: string, method: string, path: string, body?: unknown) => Promise<Answer>
}

const test = database.extend('bank', async ({ db }): Promise<Bank> => {
  const tenant = `bank-${randomUUID()}`
  const settings = { [tenant]: { packs: { publishing: 'two-people' } } } as const
  const { call } = await createTestApp(db, undefined, {
    messaging: silentMessaging({ settings }),
    issuers: [testIssuer({ people: true })],
    endpoints: { takesLoopback: true },
  })
  const ask: Bank['ask'] = (sub, method, path, body) =>
    call(method, `/v1/endpoints${path}`, {
      ...(body !== undefined && { body }),
      claims: { tenant, sub, scope: 'endpoints:write' },
    })
  return { tenant, ask }
})

const core = { name: 'core', url: 'https://core.example.com/calls' }
const awaiting = { awaiting: 'second' }

test('a new address takes two people, who ask for the very same; the second gets the secret', async ({
  bank: { ask, tenant },
  db,
}) => {
  for (const _ of [1, 2]) {
    const first = await ask('ana', 'POST', '', core)
    expect([first.status, await first.json()]).toEqual([202, awaiting])
  }
  expect(await (await ask('ana', 'GET', '')).json()).toEqual([])
  // Neither another address nor a header more is what the first has asked for.
  for (const other of [
    { ...core, url: 'https://evil.example.com/calls' },
    { ...core, headers: { 'x-a': 'b' } },
  ])
    expect((await ask('bia', 'POST', '', other)).status).toBe(202)
  const second = await ask('bia', 'POST', '', core)
  expect(second.status).toBe(201)
  expect(await second.json()).toMatchObject({ ...core, secret: expect.stringMatching(/^whsec_/) })
  const rows = await db
    .select({ action: audit.action })
    .from(audit)
    .where(
      and(eq(audit.tenant, tenant), inArray(audit.action, ['second.given', 'endpoint.created'])),
    )
  expect(rows.map(({ action }) => action).toSorted()).toEqual(['endpoint.created', 'second.given'])
})

test('another address and other headers take two, the rest takes one; who agreed to a change of another address has not', async ({
  bank: { ask },
}) => {
  for (const sub of ['ana', 'bia']) await ask(sub, 'POST', '', core)
  const patch = async (sub: string, body: object) => (await ask(sub, 'PATCH', '/core', body)).status
  const url = async () => (await (await ask('ana', 'GET', '/core')).json()).url
  expect(await patch('ana', { timeoutMs: 2_000, description: 'x', url: core.url })).toBe(200)
  const [there, elsewhere] = ['https://there.example.com/', 'https://elsewhere.example.com/']
  expect(await patch('ana', { url: there })).toBe(202)
  expect(await patch('ana', { url: there })).toBe(202)
  expect(await url()).toBe(core.url)
  expect(await patch('ana', { url: elsewhere })).toBe(202)
  expect(await patch('bia', { url: elsewhere })).toBe(200)
  // What ana has wanted before was a change of the first address.
  expect(await patch('bia', { url: there })).toBe(202)
  expect(await url()).toBe(elsewhere)
  expect(await patch('ana', { headers: {} })).toBe(202)
  expect(await patch('bia', { headers: {} })).toBe(200)
  // To end it leads data nowhere.
  expect((await ask('ana', 'DELETE', '/core')).status).toBe(204)
  expect((await ask('ana', 'POST', '', core)).status).toBe(202)
})

test('a program is no person: 403 person-needed', async ({ bank: { tenant }, db }) => {
  const settings = { [tenant]: { packs: { publishing: 'two-people' } } } as const
  const { call } = await createTestApp(db, undefined, { messaging: silentMessaging({ settings }) })
  const answer = await call('POST', '/v1/endpoints', {
    body: core,
    claims: { tenant, scope: 'endpoints:write' },
  })
  expect(await readProblem(answer)).toMatchObject({ status: 403, code: 'person-needed' })
})

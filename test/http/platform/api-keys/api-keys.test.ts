// createApiKey, listApiKeys, rotateApiKey, revokeApiKey; and what a key may do.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { runApiKey } from '#src/main/commands/api-key.ts'
import { isKey, makeKey } from '#src/platform/api-keys/key.ts'
import { apiKeys } from '#src/platform/api-keys/store.ts'
import { audit } from '#src/platform/audit/table.ts'
import { plainAnswers } from '#src/platform/idempotency/store.ts'
import { test as base } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createTransaction, readProblem, unknownId } from '#test/support/transactions.ts'

type Suite = { app: TestApp; tenant: string; make: Make; as: As }
type Make = (body?: object, headers?: Record<string, string>) => ReturnType<TestApp['call']>
type As = (key: string, method: string, path: string, body?: object) => ReturnType<TestApp['call']>

const every = 'keys:write transactions:read transactions:write audit:read'
const wanted = { name: 'backend', scopes: ['transactions:read', 'transactions:write'] }

const test = base.extend('suite', async ({ db }): Promise<Suite> => {
  const app = await createTestApp(db)
  const tenant = `t-${randomUUID()}`
  const claims = { tenant, scope: every, sub: 'maker' }
  return {
    app,
    tenant,
    make: (body = wanted, headers = {}) =>
      app.call('POST', '/v1/api-keys', { body, claims, headers }),
    as: (key, method, path, body) =>
      app.call(method, path, {
        headers: { authorization: `Bearer ${key}` },
        ...(body && { body }),
      }),
  }
})

test('201: a key is shown once, stored as a hash, and does what its scopes say', async ({
  suite: { app, tenant, make, as },
  db,
}) => {
  const made = await make()
  expect(made.status).toBe(201)
  const { key, id, ...shown } = await made.json()
  expect(key).toMatch(/^ak_[0-9A-Za-z]{49}$/)
  expect(shown).toMatchObject({ ...wanted, mode: 'sandbox' })
  const body = { documentType: 'CPF', document: '52998224725' }
  const created = await as(key, 'POST', '/v1/transaction', body)
  expect(created.status).toBe(201)
  const path = `/v1/transaction/${(await created.json()).id}`
  expect((await as(key, 'GET', path)).status).toBe(200)
  expect((await app.call('GET', path, { claims: { tenant } })).status).toBe(200)
  const refused = await as(key, 'GET', `${path}/biometrics/selfie`)
  expect(await readProblem(refused)).toMatchObject({ status: 403, scope: 'images:read' })
  const rows = await db.execute(
    sql`select api_key::text as row from api_key where tenant = ${tenant}`,
  )
  expect(JSON.stringify(rows)).not.toContain(key.slice(3))
  expect(app.log.join('')).not.toContain(key.slice(3))
  const audited = await db.select().from(audit).where(eq(audit.object, id))
  expect(audited).toMatchObject([{ action: 'api-key.created', actorKind: 'subject' }])
})

test('400, 403: a scope that is none, or that its maker does not have', async ({
  suite: { make },
}) => {
  for (const scopes of [[], ['admin'], ['tenants:admin']])
    expect((await make({ ...wanted, scopes })).status).toBe(400)
  expect((await make({ ...wanted, name: 'ana@example.com' })).status).toBe(400)
  expect((await make({ ...wanted, expiresInDays: 367 })).status).toBe(400)
  const refused = await make({ ...wanted, scopes: ['credit:read'] })
  expect(await readProblem(refused)).toMatchObject({ code: 'scope-missing', scope: 'credit:read' })
})

test('403: who sees only its own pictures by an implied scope gives no key for all', async ({
  suite: { app, tenant },
  db,
}) => {
  const claims = { tenant, scope: 'keys:write', sub: 'maker', mode: 'live', azp: 'maker' } as const
  const body = { name: 'pictures', scopes: ['images:read'] }
  const refused = await app.call('POST', '/v1/api-keys', { claims, body })
  expect(await readProblem(refused)).toMatchObject({ status: 403, scope: 'images:read' })
  const named = { ...claims, scope: 'keys:write images:read' }
  const made = await app.call('POST', '/v1/api-keys', { claims: named, body })
  expect(made.status).toBe(201)
  const { id } = await made.json()
  const rotated = await app.call('POST', `/v1/api-keys/${id}/rotation`, { claims })
  expect(await readProblem(rotated)).toMatchObject({ status: 403, scope: 'images:read' })
  expect(await db.$count(apiKeys, eq(apiKeys.tenant, tenant))).toBe(1)
})

test('a repetition by Idempotency-Key says that the secret was shown, and keeps none', async ({
  suite: { make, tenant },
  db,
}) => {
  const headers = { 'idempotency-key': 'once' }
  const first = await (await make(wanted, headers)).json()
  const answer = await make(wanted, headers)
  const again = await answer.json()
  expect(answer.headers.get('idempotent-replayed')).toBe('true')
  const { key, ...rest } = first
  expect(again).toEqual({ ...rest, secretShown: true })
  const kept = await db.select().from(plainAnswers).where(eq(plainAnswers.tenant, tenant))
  expect(JSON.stringify(kept)).not.toContain(key.slice(3))
  const rows = await db.select().from(apiKeys).where(eq(apiKeys.tenant, tenant))
  expect(rows).toHaveLength(1)
})

test('a key makes no key with more than it has, in no other tenant and mode', async ({
  suite: { make, as, app, tenant },
}) => {
  const parent = await (
    await make({ ...wanted, scopes: ['keys:write', 'transactions:read'] })
  ).json()
  const child = await as(parent.key, 'POST', '/v1/api-keys', {
    ...wanted,
    scopes: ['transactions:read'],
  })
  expect(child.status).toBe(201)
  const more = await as(parent.key, 'POST', '/v1/api-keys', wanted)
  expect((await more.json()).scope).toBe('transactions:write')
  for (const claims of [{ tenant: `t-${randomUUID()}` }, { tenant, mode: 'live' as const }]) {
    const listed = await app.call('GET', '/v1/api-keys', { claims: { ...claims, scope: every } })
    expect(await listed.json()).toEqual([])
    const path = `/v1/api-keys/${parent.id}`
    const revoked = await app.call('DELETE', path, { claims: { ...claims, scope: every } })
    expect(revoked.status).toBe(404)
    const rotated = await app.call('POST', `${path}/rotation`, {
      claims: { ...claims, scope: every },
    })
    expect(rotated.status).toBe(404)
  }
})

test('204: a revoked key is good nowhere after seconds, and takes along those that it made', async ({
  suite: { make, as, app, tenant },
  db,
}) => {
  const other = await createTestApp(db, app.sealer)
  const parent = await (
    await make({ ...wanted, scopes: ['keys:write', 'transactions:read'] })
  ).json()
  const scopes = ['transactions:read']
  const child = await (await as(parent.key, 'POST', '/v1/api-keys', { ...wanted, scopes })).json()
  const id = await createTransaction(app, {}, { tenant })
  const statusOf = async (at: TestApp, key: string) =>
    (
      await at.call('GET', `/v1/transaction/${id}`, {
        headers: { authorization: `Bearer ${key}` },
      })
    ).status
  expect([await statusOf(other, parent.key), await statusOf(other, child.key)]).toEqual([200, 200])
  const claims = { tenant, scope: every }
  const revoked = await app.call('DELETE', `/v1/api-keys/${parent.id}`, { claims })
  expect(revoked.status).toBe(204)
  expect((await app.call('DELETE', `/v1/api-keys/${unknownId}`, { claims })).status).toBe(404)
  await sleep(2_100)
  for (const at of [app, other])
    for (const { key } of [parent, child]) expect(await statusOf(at, key)).toBe(401)
  const listed = await (await app.call('GET', '/v1/api-keys', { claims })).json()
  expect(listed.map((one: { revokedAt?: string }) => typeof one.revokedAt)).toEqual([
    'string',
    'string',
  ])
})

test('a key revoked while a request with it waits: nothing is shown to it', async ({
  suite: { make, as, app, tenant },
}) => {
  const { key, id: keyId } = await (await make()).json()
  const id = await createTransaction(app, { name: 'Ana Exemplo' }, { tenant })
  const publisher = { tenant, scope: 'packs:write packs:live' }
  // Nobody works here: the check stays open, and the query waits as long as it may.
  const published = await app.call('POST', '/v1/packs/checked/versions', {
    body: { root: { kind: 'module', module: 'backgroundCheck' } },
    claims: publisher,
  })
  expect(published.status).toBe(201)
  const waiting = app.call('GET', `/v1/packs/checked/${id}`, {
    headers: { authorization: `Bearer ${key}`, prefer: 'wait=4' },
  })
  await sleep(300)
  const claims = { tenant, scope: every }
  expect((await app.call('DELETE', `/v1/api-keys/${keyId}`, { claims })).status).toBe(204)
  const answer = await waiting
  expect([answer.status, (await answer.json()).transaction]).toEqual([401, undefined])
  expect((await as(key, 'GET', `/v1/transaction/${id}`)).status).toBe(401)
})

test('201, 409: a successor is good beside the old key for the overlap', async ({
  suite: { make, as, app, tenant },
}) => {
  const old = await (await make()).json()
  const claims = { tenant, scope: every }
  const path = `/v1/api-keys/${old.id}/rotation`
  const answer = await app.call('POST', path, { claims, body: { overlapSeconds: 1 } })
  expect(answer.status).toBe(201)
  const next = await answer.json()
  expect(next).toMatchObject({ ...wanted, replaces: old.id })
  const id = await createTransaction(app, {}, { tenant })
  expect((await as(old.key, 'GET', `/v1/transaction/${id}`)).status).toBe(200)
  expect((await as(next.key, 'GET', `/v1/transaction/${id}`)).status).toBe(200)
  await sleep(1_100)
  expect((await as(old.key, 'GET', `/v1/transaction/${id}`)).status).toBe(401)
  expect((await as(next.key, 'GET', `/v1/transaction/${id}`)).status).toBe(200)
  const ended = await app.call('POST', path, { claims })
  expect(await readProblem(ended)).toMatchObject({ status: 409, code: 'key-ended' })
})

test('its last use is noted, to the hour', async ({ suite: { make, as, tenant }, db }) => {
  const { key } = await (await make()).json()
  await as(key, 'GET', '/v1/packs')
  const used = async () => {
    const [row] = await db.select().from(apiKeys).where(eq(apiKeys.tenant, tenant))
    return row?.lastUsedAt?.toISOString()
  }
  await expect.poll(used).toMatch(/T\d\d:00:00\.000Z$/)
})

test('what only looks like a key is refused without a look into the database', async ({
  suite,
}) => {
  const key = makeKey()
  expect(isKey(key)).toBe(true)
  const changed = `${key.slice(0, 10)}${key[10] === 'a' ? 'b' : 'a'}${key.slice(11)}`
  expect([changed, `${key}x`, 'ak_', 'ak_x'].map((one) => isKey(one))).toEqual([
    false,
    false,
    false,
    false,
  ])
  for (const one of [changed, makeKey(), 'ak_'])
    expect((await suite.as(one, 'GET', '/v1/packs')).status).toBe(401)
})

test('a command makes the first key of who has no issuer, lists and revokes it', async ({
  suite: { as, tenant },
  db,
}) => {
  const owner = ['--tenant', tenant, '--mode', 'live']
  const asked = ['--scope', 'keys:write packs:write', '--name', 'first']
  const [key = ''] = await runApiKey(db, ['create', ...owner, ...asked])
  expect((await as(key, 'GET', '/v1/api-keys')).status).toBe(200)
  const [line = ''] = await runApiKey(db, ['list', ...owner])
  const [id = ''] = line.split('  ')
  expect(await runApiKey(db, ['revoke', id, ...owner])).toEqual([id])
  await expect(
    runApiKey(db, ['create', ...owner, '--scope', 'admin', '--name', 'x']),
  ).rejects.toThrow('api-key create')
  await expect(runApiKey(db, ['create'])).rejects.toThrow('api-key create')
  const rows = await db.select().from(audit).where(eq(audit.object, id))
  expect(rows.map(({ action, actorKind }) => [action, actorKind])).toEqual([
    ['api-key.created', 'command'],
    ['api-key.revoked', 'command'],
  ])
})

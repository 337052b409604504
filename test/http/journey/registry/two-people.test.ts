// Publishing by two people, of packs and scorecards: what new runs get changes only when a second person asks for the same.
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { audit } from '#src/platform/audit/table.ts'
import { publishOwn } from '#src/journey/registry/publish.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, testIssuer } from '#test/support/app.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { readProblem } from '#test/support/transactions.ts'

const settings = {
  bank: { packs: { publishing: 'two-people' } },
  strict: { packs: { demandCases: true, demandCoverage: true } },
} as const

const test = testOn(async (db) => {
  const issuers = [testIssuer({ people: true })]
  return createTestApp(db, undefined, { messaging: silentMessaging({ settings }), issuers })
})

const scope = 'packs:write packs:live transactions:read transactions:write keys:write'
const by = (sub: string, tenant = 'bank') => ({ claims: { tenant, sub, scope } })

const kinds = {
  pack: {
    path: '/v1/packs',
    document: (at: number) => ({ root: { kind: 'module', module: 'score', deadlineSeconds: 60 + at } }), // prettier-ignore
  },
  scorecard: {
    path: '/v1/scorecards',
    document: (at: number) => ({
      base: at,
      rules: [{ code: 'seen', when: 'email.present', points: 1, description: 'Seen' }],
    }),
  },
} as const

test.for(Object.entries(kinds))('%s: a change takes two people, and going back takes one', async ([, { path, document }], {
  app,
}) => {
  const name = `n-${randomUUID().slice(0, 8)}`
  const put = (sub: string, body: object, more = {}) =>
    app.call('PUT', `${path}/${name}/live`, { body: { message: 'Because', ...body }, ...by(sub), ...more })
  const read = async () => (await app.call('GET', `${path}/${name}`, by('ana'))).json()
  const publish = async (at: number, sub = 'ana') => {
    const answer = await app.call('POST', `${path}/${name}/versions`, { body: document(at), ...by(sub) })
    expect(answer.status).toBe(201)
  }
  await publish(1)
  // Not even the first version is live by one person.
  expect((await read()).live).toEqual([])
  for (const again of [1, 2]) {
    const first = await put('ana', { version: 1 })
    expect([again, first.status, await first.json()]).toEqual([again, 202, { awaiting: 'second' }])
  }
  expect(await read()).toMatchObject({ live: [], awaiting: { version: 1, percent: 100 } })
  // Another change is not what the first has asked for.
  await publish(2)
  expect((await put('bia', { version: 2 })).status).toBe(202)
  expect((await put('ana', { version: 1 })).status).toBe(202)
  expect((await put('bia', { version: 1 })).status).toBe(200)
  expect(await read()).toMatchObject({ live: [{ version: 1, percent: 100 }] })
  expect(await read()).not.toHaveProperty('awaiting')
  // A shadow changes no run.
  expect((await put('ana', { version: 1, shadow: 2 })).status).toBe(200)
  // A part of the runs takes two, too.
  expect((await put('bia', { version: 2, percent: 10 })).status).toBe(202)
  expect((await put('bia', { version: 2, percent: 10 })).status).toBe(202)
  expect((await put('ana', { version: 2, percent: 10 })).status).toBe(200)
  expect((await put('ana', { version: 2 })).status).toBe(202)
  expect((await put('bia', { version: 2 })).status).toBe(200)
  // Back to what was live within the last days.
  expect((await put('ana', { version: 1 })).status).toBe(200)
  expect(await read()).toMatchObject({ live: [{ version: 1, percent: 100 }] })
}) // prettier-ignore

test.for(Object.entries(kinds))('%s: what awaits is refused by the other person or taken back by the first, and whoever wants it is first again', async ([kind, { path, document }], {
  app, db,
}) => {
  const name = `n-${randomUUID().slice(0, 8)}`
  const body = { version: 1, message: 'Because' }
  const put = async (sub: string) => (await app.call('PUT', `${path}/${name}/live`, { body, ...by(sub) })).status
  const refuse = (sub: string, tenant?: string) => app.call('DELETE', `${path}/${name}/awaiting`, by(sub, tenant))
  const read = async () => (await app.call('GET', `${path}/${name}`, by('ana'))).json()
  await app.call('POST', `${path}/${name}/versions`, { body: document(1), ...by('ana') })
  for (const who of ['bia', 'ana']) {
    expect(await put('ana')).toBe(202)
    expect((await refuse(who, 'acme')).status).toBe(404)
    expect(await read()).toHaveProperty('awaiting')
    expect((await refuse(who)).status).toBe(204)
    expect(await read()).not.toHaveProperty('awaiting')
    expect((await refuse(who)).status).toBe(204)
  }
  // The ask that was refused is no half of an agreement.
  expect([await put('bia'), await put('ana')]).toEqual([202, 200])
  expect((await read()).live).toEqual([{ version: 1, percent: 100 }])
  const rows = await db.select().from(audit).where(and(eq(audit.object, name), eq(audit.action, `${kind as 'pack'}.roll-out-refused`)))
  expect(rows.map(({ details }) => details)).toEqual([{ version: 1, percent: 100 }, { version: 1, percent: 100 }])
  const reader = { claims: { tenant: 'bank', sub: 'cid', scope: 'packs:write' } }
  expect((await app.call('DELETE', `${path}/${name}/awaiting`, reader)).status).toBe(403)
}) // prettier-ignore

test('what an agreement was about has changed meanwhile: it is asked anew', async ({ app }) => {
  const name = `n-${randomUUID().slice(0, 8)}`
  const { path, document } = kinds.pack
  for (const at of [1, 2, 3])
    await app.call('POST', `${path}/${name}/versions`, { body: document(at), ...by('ana') })
  const put = async (sub: string, version: number) => {
    const body = { version, message: 'Because' }
    return (await app.call('PUT', `${path}/${name}/live`, { body, ...by(sub) })).status
  }
  expect(await put('ana', 3)).toBe(202)
  expect([await put('ana', 2), await put('bia', 2)]).toEqual([202, 200])
  expect(await put('bia', 3)).toBe(202)
  expect(await put('ana', 3)).toBe(200)
})

test('one person by key and by sign-in is one, a key is nobody, and another tenant’s people are others', async ({
  app,
}) => {
  const name = `n-${randomUUID().slice(0, 8)}`
  const { path, document } = kinds.pack
  await app.call('POST', `${path}/${name}/versions`, { body: document(1), ...by('ana') })
  const body = { version: 1, message: 'Because' }
  const put = (more: object) => app.call('PUT', `${path}/${name}/live`, { body, ...more })
  const made = await app.call('POST', '/v1/api-keys', {
    body: { name: 'by-ana', scopes: ['packs:live'] },
    ...by('ana'),
  }) // prettier-ignore
  expect(made.status).toBe(201)
  const { key } = await made.json()
  const byKey = { headers: { authorization: `Bearer ${key}` } }
  expect((await put(by('ana'))).status).toBe(202)
  expect(await readProblem(await put(byKey))).toMatchObject({ code: 'person-needed' })
  expect((await put(by('ana'))).status).toBe(202)
  expect((await put(by('bia', 'acme'))).status).toBe(404)
  expect((await (await app.call('GET', `${path}/${name}`, by('ana'))).json()).live).toEqual([])
  expect((await put(by('bia'))).status).toBe(200)
})

test('a tenant that demands cases publishes no pack and no scorecard without', async ({ app }) => {
  for (const { path, document } of Object.values(kinds)) {
    const publish = (tenant: string) =>
      app.call('POST', `${path}/n-${randomUUID().slice(0, 8)}/versions`, {
        body: document(1),
        ...by('ana', tenant),
      })
    expect((await publish('acme')).status).toBe(201)
    const refused = await publish('strict')
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('it has no test cases, which are demanded')
  }
})

test('a new version of the service’s packs does not go live by itself for who publishes by two people', async ({
  app,
  db,
}) => {
  const name = `own-${randomUUID().slice(0, 8)}`
  const release = (version: number) =>
    publishOwn(db, { kind: 'pack', name, version }, { document: kinds.pack.document(version) }, ['bank'])
  const liveOf = async (tenant: string) =>
    (await (await app.call('GET', `/v1/packs/${name}`, by('ana', tenant))).json()).live
  await release(1)
  expect(await liveOf('bank')).toEqual([{ version: 1, percent: 100 }])
  await release(2)
  expect(await liveOf('acme')).toEqual([{ version: 2, percent: 100 }])
  expect(await liveOf('bank')).toEqual([{ version: 1, percent: 100 }])
  const body = { version: 2, message: 'Read' }
  const put = (sub: string) => app.call('PUT', `/v1/packs/${name}/live`, { body, ...by(sub) })
  expect([(await put('ana')).status, (await put('bia')).status]).toEqual([202, 200])
  expect(await liveOf('bank')).toEqual([{ version: 2, percent: 100 }])
}) // prettier-ignore

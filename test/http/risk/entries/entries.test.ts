// Deny and allow entries: addDenyEntry, addAllowEntry, searchDenyEntries, searchAllowEntries, endDenyEntry,
// endAllowEntry, and what they make of transactions.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { recordSightings } from '#src/journey/velocity/store.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { audit } from '#src/platform/audit/table.ts'
import { createKeyring, createSecret, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { forgetOldEntries } from '#src/risk/entries/store.ts'
import { listEntries } from '#src/journey/velocity/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { gatherFacts } from '#src/risk/insights/take.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp, testIssuer } from '#test/support/app.ts'
import { createTransaction, readProblem, unknownId } from '#test/support/transactions.ts'

const test = testOn((db) =>
  createTestApp(db, undefined, { issuers: [testIssuer({ people: true })] }),
)

const scope = 'lists:write transactions:read transactions:write'
/** In live, where velocity counts every document. */
const someone = () => ({
  tenant: `t-${randomUUID().slice(0, 8)}`,
  mode: 'live' as const,
  scope,
  sub: 'ana',
})
type Who = ReturnType<typeof someone>

const said = { role: 'mule', action: 'review', evidence: 'chargeback' } as const
const phone = { countryCode: 55, areaCode: 11, number: 987650001 }
const address = { zipCode: '01310-100', number: '1000', complement: 'Apto 12' }
const card = { bin: '40117812', last4: '1881' }
const values = {
  document: { kind: 'document', documentType: 'CPF', document: '390.533.447-05' },
  phone: { kind: 'phone', phone: { areaCode: 11, number: 87650001 } },
  address: { kind: 'address', address: { zipCode: '01310100', number: '1000' } },
  device: { kind: 'device', deviceId: 'a-device' },
  card: { kind: 'card', card: { bin: '401178', last4: '1881' } },
} as const
const person = { document: '39053344705', phone, address, card }

const deny = ({ call }: TestApp, claims: Who, body: object) =>
  call('POST', '/v1/lists/deny', { body: { ...said, ...body }, claims })
const search = async ({ call }: TestApp, claims: Who, body: object, list = 'deny') => {
  const answer = await call('POST', `/v1/lists/${list}/search`, { body, claims })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** The facts of lists of a new transaction. */
async function factsOf(
  app: TestApp,
  db: Db,
  claims: Who,
  {
    device = '',
    ...fields
  }: { readonly device?: string; readonly [field: string]: unknown } = person,
) {
  const id = await createTransaction(app, { ...fields }, claims)
  const found = await findById(db, id)
  if (!found) throw new Error('it was created')
  const now = new Date()
  const transaction = { ...found, now, wallNow: now }
  if (device !== '')
    await recordSightings({ tx: db, sealer: app.sealer, locked: transaction }, [
      { kind: 'device', value: device },
    ])
  const asked = { db, sealer: app.sealer, transaction }
  const { lists, velocity, others } = await gatherFacts(app.deps.packs.facts, asked)
  return { lists, velocity, others, id }
}

test.for(Object.entries(values))(
  '201: a denied %s is a fact and an insight of who shows it, in any spelling, and of no other tenant',
  async ([kind, value], { app, db }) => {
    const claims = someone()
    const answer = await deny(app, claims, { ...value, reference: 'case-1/2026' })
    expect(answer.status).toBe(201)
    const entry = await answer.json()
    expect(entry).toMatchObject({ kind, role: 'mule', action: 'review', reference: 'case-1/2026' })
    expect(await search(app, claims, value)).toEqual([entry])
    const { lists, id } = await factsOf(app, db, claims, { ...person, device: 'a-device' })
    expect(lists).toMatchObject({ denied: true, denyAction: 'review', deniedBy: [kind] })
    const insights = await (
      await app.call('GET', `/v1/transaction/${id}/insights`, { claims })
    ).json()
    const found = insights.filter(({ category }: { category: string }) => category === 'List')
    expect(found).toMatchObject([{ relevance: 'Alerta', type: 'history' }])
    const others = someone()
    expect(await search(app, others, value)).toEqual([])
    const foreign = await factsOf(app, db, others, { ...person, device: 'a-device' })
    expect(foreign.lists).toMatchObject({ denied: false, victim: false })
    expect(foreign.lists).not.toHaveProperty('denyAction')
    const gone = await app.call('DELETE', `/v1/lists/deny/${entry.id}`, { claims: others })
    expect(gone.status).toBe(404)
  },
)

test('202: one person makes it act as review, the second of two makes it reject', async ({
  app,
  db,
}) => {
  const ana = someone()
  const bruno = { ...ana, sub: 'bruno' }
  const body = { ...values.phone, action: 'reject' }
  const first = await deny(app, ana, body)
  expect([first.status, await first.json()]).toEqual([202, { awaiting: 'second' }])
  expect((await deny(app, ana, body)).status).toBe(202)
  expect(await search(app, ana, values.phone)).toMatchObject([
    { action: 'review', awaiting: 'second' },
  ])
  expect((await factsOf(app, db, ana)).lists).toMatchObject({ denyAction: 'review' })
  // Something else is asked: that is no second.
  expect((await deny(app, bruno, { ...body, evidence: 'partner' })).status).toBe(202)
  expect((await deny(app, ana, { ...body, evidence: 'partner' })).status).toBe(201)
  expect((await factsOf(app, db, ana)).lists).toMatchObject({ denyAction: 'reject' })
  // One person alone does not weaken by asking again what was agreed on.
  expect((await deny(app, ana, { ...body, evidence: 'partner' })).status).toBe(201)
  expect((await deny(app, ana, body)).status).toBe(202)
  expect((await factsOf(app, db, ana)).lists).toMatchObject({ denyAction: 'reject' })
  const rows = await db.select().from(audit).where(eq(audit.tenant, ana.tenant))
  const told = rows.map(({ action, details }) => [action, details?.['does']])
  expect(told).toContainEqual(['list.denied', 'review'])
  expect(told).toContainEqual(['list.denied', 'reject'])
  expect(told).toContainEqual(['second.given', undefined])
  expect(JSON.stringify(rows)).not.toMatch(/8765|98765/)
})

test.for([
  ['a review', { action: 'review' }],
  ['a victim', { action: 'reject', role: 'victim' }],
  [
    'what is soon over',
    { action: 'review', expiresAt: new Date(Date.now() + 60_000).toISOString() },
  ],
] as const)(
  '202, 403: two people make %s of what two people rejected',
  async ([, less], { app, db }) => {
    const ana = someone()
    const bruno = { ...ana, sub: 'bruno' }
    const body = { ...values.phone, action: 'reject' }
    await deny(app, ana, body)
    expect((await deny(app, bruno, body)).status).toBe(201)
    const program = await deny(await createTestApp(db, app.sealer), ana, { ...body, ...less })
    expect(await readProblem(program)).toMatchObject({ status: 403, code: 'person-needed' })
    for (const _ of [1, 2]) expect((await deny(app, ana, { ...body, ...less })).status).toBe(202)
    expect((await factsOf(app, db, ana)).lists).toMatchObject({ denyAction: 'reject' })
    expect((await deny(app, bruno, { ...body, ...less })).status).toBe(201)
    expect((await factsOf(app, db, ana)).lists).not.toMatchObject({ denyAction: 'reject' })
  },
)

test('403: a program alone rejects nobody, and nothing is written', async ({ db }) => {
  const app = await createTestApp(db)
  const claims = someone()
  const refused = await deny(app, claims, { ...values.card, action: 'reject' })
  expect(await readProblem(refused)).toMatchObject({ status: 403, code: 'person-needed' })
  expect(await search(app, claims, values.card)).toEqual([])
})

test('a victim is asked for more, and never rejected whatever was asked', async ({ app, db }) => {
  const claims = someone()
  const body = { ...values.document, role: 'victim', action: 'reject' }
  expect((await deny(app, claims, body)).status).toBe(201)
  const { lists } = await factsOf(app, db, claims)
  expect(lists).toMatchObject({ denied: false, victim: true, victimBy: ['document'] })
  expect(lists).not.toHaveProperty('denyAction')
})

test('an allow entry lifts velocity alone: no deny entry, no name', async ({ app, db }) => {
  const claims = someone()
  const shared = { phone, document: '39053344705' }
  await factsOf(app, db, claims, { ...shared, document: '52998224725' })
  const before = await factsOf(app, db, claims, { ...shared, name: 'Ana Souza' })
  expect(before.velocity).toMatchObject({ documentsPerPhone: 2, phoneTransactionsPerHour: 2 })
  expect((await deny(app, claims, values.phone)).status).toBe(201)
  for (const value of [values.phone, values.document]) {
    const body = { ...value, evidence: 'own-case' }
    const answer = await app.call('POST', '/v1/lists/allow', { body, claims })
    expect(answer.status).toBe(201)
    expect(await search(app, claims, value, 'allow')).toEqual([await answer.json()])
  }
  await factsOf(app, db, claims, { ...shared, name: 'Caio Souza' })
  const after = await factsOf(app, db, claims, { ...shared, name: 'Bia Souza' })
  expect(after.lists).toMatchObject({
    denied: true,
    deniedBy: ['phone'],
    allowedBy: ['document', 'phone'],
  })
  expect(after.velocity?.documentsPerPhone ?? 1).toBe(1)
  expect(after.velocity?.phoneTransactionsPerHour ?? 1).toBe(1)
  expect(after.velocity).not.toHaveProperty('documentTransactionsPerDay')
  expect(after.velocity).toMatchObject({ namesPerDocument: 3 })
  const other = await factsOf(app, db, { ...someone() }, shared)
  expect(other.velocity).toMatchObject({ phoneTransactionsPerHour: 1 })
})

test('204, 404: what is ended counts no more, for its tenant alone', async ({ app, db }) => {
  const claims = someone()
  const made = {
    deny: await (await deny(app, claims, values.address)).json(),
    allow: await (
      await app.call('POST', '/v1/lists/allow', {
        body: { ...values.device, evidence: 'own-case' },
        claims,
      })
    ).json(),
  }
  for (const list of ['deny', 'allow'] as const) {
    const path = `/v1/lists/${list}/${made[list].id}`
    expect((await app.call('DELETE', path, { claims: someone() })).status).toBe(404)
    expect((await app.call('DELETE', path, { claims })).status).toBe(204)
    expect((await app.call('DELETE', path, { claims })).status).toBe(404)
    expect((await app.call('DELETE', `/v1/lists/${list}/${unknownId}`, { claims })).status).toBe(404) // prettier-ignore
  }
  expect((await factsOf(app, db, claims)).lists).toMatchObject({ denied: false })
})

test('a denied document counts of whoever stands behind a company, and a victim’s as a victim’s', async ({
  app,
  db,
}) => {
  const claims = someone()
  const ana = { document: '39053344705', documentType: 'cpf', name: 'Ana Lima' }
  const firm = { documentType: 'cnpj', document: '11222333000181' }
  const factsWith = async (fields: object) =>
    (await factsOf(app, db, claims, { ...firm, ...fields })).others ?? {}
  expect(await factsWith({ partners: [ana] })).toMatchObject({ denied: false, victim: false })
  await deny(app, claims, values.document)
  for (const fields of [{ partners: [ana] }, { legalRepresentatives: [ana] }])
    expect(await factsWith(fields)).toMatchObject({ denied: true, denyAction: 'review' })
  const other = { ...ana, document: '52998224725' }
  expect(await factsWith({ partners: [other] })).toMatchObject({ denied: false })
  expect(await factsWith({ partners: [{ name: 'Ana Lima' }] })).not.toHaveProperty('denied')
  expect(await factsWith({})).not.toHaveProperty('denied')
  await deny(app, claims, { ...values.document, document: other.document, role: 'victim' })
  expect(await factsWith({ partners: [other] })).toMatchObject({ denied: false, victim: true })
  // The company itself is not denied for it.
  const { lists } = await factsOf(app, db, claims, { ...firm, partners: [ana] })
  expect(lists).toMatchObject({ denied: false })
})

test('a whole building is denied, or one flat of it', async ({ app, db }) => {
  const claims = someone()
  const flat = { kind: 'address', address }
  await deny(app, claims, flat)
  const neighbour = { ...person, address: { ...address, complement: 'apto 13' } }
  expect((await factsOf(app, db, claims, neighbour)).lists).toMatchObject({ denied: false })
  const same = { ...person, address: { ...address, complement: 'APTO. 12' } }
  expect((await factsOf(app, db, claims, same)).lists).toMatchObject({ denied: true })
})

test('what has expired counts no more, and is deleted', async ({ app, db }) => {
  const claims = someone()
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const entry = await (await deny(app, claims, { ...values.card, expiresAt })).json()
  expect(entry.expiresAt).toBe(expiresAt)
  const past = { expiresAt: new Date(Date.now() - 1_000) }
  await db.update(listEntries).set(past).where(eq(listEntries.id, entry.id))
  expect(await search(app, claims, values.card)).toEqual([])
  expect((await factsOf(app, db, claims)).lists).toMatchObject({ denied: false })
  expect(await forgetOldEntries(db)).toBe(1)
  expect(await forgetOldEntries(db)).toBe(0)
})

test('an entry is found again after the hash key was changed, devices too', async ({ app, db }) => {
  const claims = someone()
  const old = createKeyring()
  const before = await createTestApp(db, createSealer(openKeyring(old)))
  await deny(before, claims, values.device)
  await deny(before, claims, values.phone)
  const keyring = { ...old, hash: { current: 2, keys: { ...old.hash.keys, 2: createSecret() } } }
  const after = await createTestApp(db, createSealer(openKeyring(keyring)))
  expect(await search(after, claims, values.device)).toHaveLength(1)
  expect((await factsOf(after, db, claims)).lists).toMatchObject({ deniedBy: ['phone'] })
  // Shown under the old key, listed under the new one.
  const other = someone()
  const shown = await factsOf(before, db, other, { ...person, device: 'b-device' })
  await deny(after, other, { kind: 'device', deviceId: 'b-device' })
  const found = await findById(db, shown.id)
  const now = new Date()
  if (!found) throw new Error('it was created')
  const asked = { db, sealer: after.sealer, transaction: { ...found, now, wallNow: now } }
  const { lists } = await gatherFacts(after.deps.packs.facts, asked)
  expect(lists).toMatchObject({ deniedBy: ['device'] })
  expect(app.log.join()).not.toContain('b-device')
})

const face = { kind: 'face', transactionId: unknownId }

test('422: faces wait for their opt-in, and what names nothing is not listed', async ({ app }) => {
  const claims = someone()
  const allow = (body: object) =>
    app.call('POST', '/v1/lists/allow', { body: { evidence: 'other', ...body }, claims })
  for (const answer of [
    await deny(app, claims, face),
    await allow(face),
    await app.call('POST', '/v1/lists/deny/search', { body: face, claims }),
    await app.call('POST', '/v1/lists/allow/search', { body: face, claims }),
  ])
    expect(await readProblem(answer)).toMatchObject({ status: 422, code: 'faces-off' })
  for (const expiresAt of ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z']) {
    const refused = await deny(app, claims, { ...values.card, expiresAt })
    expect(await readProblem(refused)).toMatchObject({ status: 422, code: 'not-listable' })
    const other = await allow({ ...values.card, expiresAt })
    expect(await readProblem(other)).toMatchObject({ status: 422, code: 'not-listable' })
  }
})

test('400: each field that is wrong is named', async ({ app }) => {
  const claims = someone()
  const bad = [
    [{ ...values.document, document: '123' }, '#/document'],
    [{ kind: 'phone', phone: {} }, '#/phone/number'],
    [{ kind: 'address', address: { zipCode: '1', number: '1' } }, '#/address/zipCode'],
    [{ kind: 'card', card: { bin: '4', last4: '1881' } }, '#/card/bin'],
    [{ ...values.card, role: 'friend' }, '#/role'],
    [{ ...values.card, reference: 'José da Silva' }, '#/reference'],
    [{ kind: 'nothing' }, '#/kind'],
  ] as const
  for (const [body, pointer] of bad) {
    const problem = await readProblem(await deny(app, claims, body))
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request' })
    expect(problem.errors?.map((one) => one.pointer)).toContain(pointer)
  }
})

test('403: without the scope nothing is read or done', async ({ app }) => {
  const claims = { ...someone(), scope: 'transactions:read transactions:write' }
  const path = `/v1/lists/deny/${unknownId}`
  for (const answer of [
    await deny(app, claims, values.card),
    await app.call('POST', '/v1/lists/deny/search', { body: values.card, claims }),
    await app.call('POST', '/v1/lists/allow/search', { body: values.card, claims }),
    await app.call('POST', '/v1/lists/allow', { body: { ...values.card, evidence: 'other' }, claims }), // prettier-ignore
    await app.call('DELETE', path, { claims }),
    await app.call('DELETE', path.replace('deny', 'allow'), { claims }),
  ])
    expect(await readProblem(answer)).toMatchObject({ code: 'scope-missing', scope: 'lists:write' })
})

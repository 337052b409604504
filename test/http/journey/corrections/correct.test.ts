// correctTransaction: PATCH /v1/transaction/{id}. What rests on the old values is taken back, and what was ended stays as it was.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { commitOn } from '#src/journey/commit/commit.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { gatherFacts } from '#src/risk/insights/take.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp, testIssuer } from '#test/support/app.ts'
import { standByEngines } from '#test/support/biometrics/engines.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { createToken, createTransaction, moveClock, readProblem, unknownId } from '#test/support/transactions.ts' // prettier-ignore
import type { Claims } from '#test/support/token.ts'
import { createPerson, personOf, verdictOf } from '#test/http/packs/verdicts/people.ts'
import { showAll } from '#test/http/packs/verdicts/rows.ts'

const test = testOn(async (db) => {
  await standByEngines(db)
  const issuers = [testIssuer({ people: true })]
  return createTestApp(db, undefined, { messaging: silentMessaging(), issuers })
})

const ana = { name: 'Ana Souza', birthdate: '1985-05-05', address: { city: 'Recife', state: 'PE' } }
const patch = (app: TestApp, id: string, body: unknown, more: object = {}) =>
  app.call('PATCH', `/v1/transaction/${id}`, { body, ...more })

test.for([
  ['text', '"Ana"', 400, 'type #'],
  ['a list', [], 400, 'type #'],
  ['another document', { document: '39053344705' }, 400, 'not-allowed #/document'],
  ['the same document', { document: '52998224725' }, 400, 'not-allowed #/document'],
  ['another type', { documentType: 'cnpj' }, 400, 'not-allowed #/documentType'],
  ['a country', { documentCountry: 'BRA' }, 400, 'not-allowed #/documentCountry'],
  ['no document', { document: null }, 400, 'not-allowed #/document'],
  ['a number for a name', { name: 7 }, 400, 'type #/name'],
  ['a day that is none', { birthdate: '1985-02-30' }, 400, 'format #/birthdate'],
  ['a number for a city', { address: { city: 7 } }, 400, 'type #/address/city'],
  ['a service of companies', { services: { bcheck: ['CompanyRegistry'] } }, 400, 'not-allowed #/services/bcheck'],
] as const)('%s is refused, and nothing is changed', async ([, body, status, fault], { app }) => {
  const id = await createTransaction(app, ana)
  const before = await (await app.call('GET', `/v1/transaction/${id}`)).json()
  const answer = await patch(app, id, body)
  expect(answer.status).toBe(status)
  const { errors = [] } = await readProblem(answer)
  expect(errors.map(({ code, pointer }) => `${code} ${pointer}`)).toContain(fault)
  expect(await (await app.call('GET', `/v1/transaction/${id}`)).json()).toEqual(before)
  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()
  expect(timeline).toHaveLength(1)
}) // prettier-ignore

test('404 for who it does not belong to, 403 without the scope, 415 for another type', async ({
  app,
}) => {
  const id = await createTransaction(app, ana)
  const body = { name: 'Rui Rocha' }
  for (const [claims, one, status] of [
    [{ tenant: 'others' }, id, 404],
    [{ mode: 'live' }, id, 404],
    [{}, unknownId, 404],
    [{ scope: 'transactions:read' }, id, 403],
  ] as [Claims, string, number][])
    expect((await patch(app, one, body, { claims })).status).toBe(status)
  const headers = { 'content-type': 'text/plain' }
  expect((await patch(app, id, JSON.stringify(body), { headers })).status).toBe(415)
})

test('a merge patch replaces, removes and merges, says names alone, and is no correction where nothing changes', async ({
  app,
}) => {
  const phones = [{ areaCode: 11, number: 987654321 }]
  const id = await createTransaction(app, { ...ana, genericFields: { a: '1', b: '2' } })
  const headers = { 'content-type': 'application/merge-patch+json' }
  const sent = {
    name: 'Ana Sousa Lima',
    birthdate: null,
    address: { state: null, street: 'Rua Um' },
    genericFields: { a: null, c: '3' },
    Phones: phones,
    verifiedEmail: null,
  }
  const answer = await patch(app, id, JSON.stringify(sent), { headers })
  expect(answer.status).toBe(200)
  const after = await answer.json()
  expect(after).toMatchObject({
    name: 'Ana Sousa Lima',
    address: { city: 'Recife', street: 'Rua Um' },
    genericFields: { b: '2', c: '3' },
    phones,
    verifiedEmail: false,
  })
  expect(after).not.toHaveProperty('birthdate')
  expect(after.address).not.toHaveProperty('state')
  expect(await (await app.call('GET', `/v1/transaction/${id}`)).json()).toEqual(after)
  for (const same of [{}, sent, { name: 'Ana Sousa Lima' }])
    expect(await (await patch(app, id, same)).json()).toEqual(after)
  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).json()
  const entries = timeline.filter((one: { kind?: string; event?: string }) =>
    JSON.stringify(one).includes('corrected'),
  )
  expect(entries).toHaveLength(1)
  expect(JSON.stringify(entries)).toContain('address birthdate genericFields name phones')
  expect(JSON.stringify(timeline)).not.toMatch(/Sousa|Recife|987654321/)
  const known = await factsOf(app, id)
  expect(known.velocity?.corrections).toBe(1)
})

async function factsOf({ deps, sealer }: TestApp, id: string) {
  const found = await findById(deps.db, id)
  if (!found) throw new Error('it was created')
  const now = new Date()
  const transaction = { ...found, now, wallNow: now }
  return gatherFacts(deps.packs.facts, { db: deps.db, sealer, transaction })
}

test('three of one field in 24 hours, and 20 in all: 429', async ({ app, db }) => {
  const id = await createTransaction(app, ana)
  const name = (at: number) => patch(app, id, { name: `Ana ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[at]}` })
  for (const at of [0, 1, 2]) expect((await name(at)).status).toBe(200)
  const fourth = await name(3)
  expect(await readProblem(fourth.clone())).toMatchObject({ status: 429, code: 'limit-reached' })
  const wait = Number(fourth.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(86_000)
  expect(wait).toBeLessThanOrEqual(86_400)
  expect((await patch(app, id, { gender: 'female' })).status).toBe(200)
  for (let made = 4; made < 20; made += 1) {
    await moveClock(db, id, 24 * 3_600_000 + 1_000)
    expect((await name(made)).status).toBe(200)
  }
  await moveClock(db, id, 24 * 3_600_000 + 1_000)
  const last = await name(21)
  expect([last.status, last.headers.get('retry-after')]).toEqual([429, null])
})

test('after an approval the answer stays as it was, and the next run asks about the new name', async ({
  app,
}) => {
  const person = await createPerson(app, personOf())
  await showAll(person)
  await person.ask('onboarding')
  expect((await verdictOf(person, 'onboarding'))[0]).toBe('approved')
  const path = `/v1/packs/onboarding/${person.id}`
  const before = await (await app.call('GET', path)).json()
  expect((await patch(app, person.id, { name: 'Rui Outra Pessoa' })).status).toBe(200)
  const { corrected, ...after } = await (await app.call('GET', path)).json()
  expect(corrected).toEqual(['name'])
  expect(after).toEqual(before)
  const facts = await factsOf(app, person.id)
  expect(facts.documents).not.toHaveProperty('verdict')
  expect(facts.checks).not.toHaveProperty('personFound')
  expect(facts.checks?.listsAsked).toBe(false)
  expect(facts.phones).toMatchObject({ newestAnswer: 'yes' })
  expect(facts.liveness).toMatchObject({ status: 1 })
  const started = await app.call('POST', path, { body: {} })
  expect(await started.json()).toMatchObject({
    status: 'processing',
    transaction: { name: 'Rui Outra Pessoa' },
    aiDocs: { results: [] },
  })
})

const publish = async (app: TestApp, root: object) => {
  const pack = `waits-${randomUUID().slice(0, 8)}`
  const claims = { scope: 'packs:write packs:live' }
  const published = await app.call('POST', `/v1/packs/${pack}/versions`, { body: { root }, claims })
  expect(published.status).toBe(201)
  return pack
}
const module = (key: string, more = {}) => ({ kind: 'module', module: key, ...more })
const sequence = (...steps: object[]) => ({ kind: 'sequence', steps })
const read = async (app: TestApp, pack: string, id: string) =>
  (await app.call('GET', `/v1/packs/${pack}/${id}`, { headers: { prefer: 'wait=0' } })).json()

test('another address takes back its token, in an open run too, and the old code is dead', async ({
  app,
}) => {
  const stop = { kind: 'stop', outcome: 'approved', reason: 'shown' }
  const waits = { kind: 'review', id: 'look', title: 'Look', approved: stop, rejected: stop }
  const pack = await publish(app, sequence(module('emailToken'), waits))
  const id = await createTransaction(app, ana)
  const { code } = await createToken(app, id)
  const validate = (sent: string) =>
    app.call('POST', `/v1/transaction/${id}/emails/tokens/validation`, { body: { code: sent } })
  expect((await validate(code)).status).toBe(200)
  expect(await read(app, pack, id)).toMatchObject({ emailToken: { moduleStatus: 'completed' } })
  expect((await patch(app, id, { email: `${randomUUID()}@example.test` })).status).toBe(200)
  expect(await read(app, pack, id)).toMatchObject({
    status: 'processing',
    emailToken: { moduleStatus: 'processing', results: [] },
  })
  expect((await factsOf(app, id)).email).toMatchObject({ verifiedByToken: false })
  const second = await createToken(app, id)
  await patch(app, id, { email: `${randomUUID()}@example.test` })
  expect((await validate(second.code)).status).toBe(410)
  const third = await createToken(app, id)
  expect((await validate(third.code)).status).toBe(200)
  expect(await read(app, pack, id)).toMatchObject({ emailToken: { moduleStatus: 'completed' } })
})

test('a condition that was answered is answered anew, and a review that waits is asked again', async ({
  app,
}) => {
  const stop = (outcome: string, reason: string) => ({ kind: 'stop', outcome, reason })
  const look = { kind: 'review', id: 'look', title: 'Look', approved: stop('approved', 'seen'), rejected: stop('rejected', 'seen') } // prettier-ignore
  const when = {
    kind: 'when',
    condition: 'transaction.address.state == "PE"',
    unanswered: 'continue',
    run: look,
    otherwise: stop('rejected', 'elsewhere'),
  }
  const pack = await publish(app, when)
  const id = await createTransaction(app, ana)
  expect(await read(app, pack, id)).toMatchObject({ status: 'processing' })
  const reviews = async (status: string) => {
    const claims = { scope: 'reviews:write' }
    const asked = `/v1/reviews?transactionId=${id}&status=${status}`
    return (await (await app.call('GET', asked, { claims })).json()).reviews.length
  }
  expect(await reviews('open')).toBe(1)
  await patch(app, id, { name: 'Ana Sousa' })
  expect(await reviews('open')).toBe(1)
  await patch(app, id, { address: { state: 'SP' } })
  expect(await read(app, pack, id)).toMatchObject({ outcome: 'rejected', stopReason: 'elsewhere' })
  expect(await reviews('open')).toBe(0)
})

test('of a phone that is gone a yes counts no more and a no stays', async ({ app }) => {
  for (const [option, left] of [
    [1, { denied: false, verifiedByReply: false }],
    [2, { denied: true }],
  ] as const) {
    const person = await createPerson(app, personOf())
    await person.answerPhone(option)
    const before = (await factsOf(app, person.id)).phones
    expect(before).toMatchObject({ newestAnswer: option === 1 ? 'yes' : 'no' })
    const phone = { countryCode: 55, areaCode: 21, number: 987_111_222 }
    expect((await patch(app, person.id, { phone })).status).toBe(200)
    expect((await factsOf(app, person.id)).phones).toMatchObject(left)
  }
})

test('partners that were not asked about are unknown, and who was asked about stays', async ({
  app,
}) => {
  const partner = { documentType: 'cpf', document: '52998000125', name: 'Rui Rocha' }
  const firm = { documentType: 'CNPJ', document: '11222333000181', name: 'Acme Ltda' }
  const id = await createTransaction(app, { ...firm, partners: [partner] })
  expect((await patch(app, id, { partners: [{ ...partner, name: 'Ana Outra' }] })).status).toBe(200)
  expect((await patch(app, id, { partners: null })).status).toBe(200)
  expect((await factsOf(app, id)).velocity?.corrections).toBe(2)
})

test('the erasure of a transaction ends its corrections too', async ({ app, db }) => {
  const id = await createTransaction(app, ana)
  await patch(app, id, { name: 'Ana Sousa' })
  await commitOn(app.deps, id, (tx, locked) => eraseTransaction(tx, locked))
  expect((await patch(app, id, { name: 'Ana Lima' })).status).toBe(404)
  const rows = await db.execute(`select 1 from correction where transaction_id = '${id}'`)
  expect(rows).toHaveLength(0)
})

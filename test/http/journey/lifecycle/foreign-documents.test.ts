// Passports and RNMs as documents of a transaction: type, country and number together are the document, lists are asked
// about it by name, date and number, and whatever is asked by CPF is unknown.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { findById } from '#src/journey/transaction/store.ts'
import { gatherFacts } from '#src/risk/insights/take.ts'
import { testOn } from '#test/support/app-fixture.ts'
import type { TestApp } from '#test/support/app.ts'
import type { Claims } from '#test/support/token.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'
import { until } from '#test/workflow/client.ts'

const test = testOn(undefined, { works: true })

const passport = (document: string, documentCountry = 'DEU') => ({
  documentType: 'passport',
  document,
  documentCountry,
})
const person = { name: 'Jürgen Müller', birthdate: '1985-05-05' }

test.for([
  [passport('C01X00T47'), passport('C01X00T47')],
  [
    { documentType: 'PassPort', document: 'c01 x00-t47', documentCountry: 'prt' },
    passport('C01X00T47', 'PRT'),
  ],
  [passport('12345', 'UNO'), passport('12345', 'UNO')],
  [passport('12345', 'GBD'), passport('12345', 'GBD')],
  [passport('12345678901', 'ARG'), passport('12345678901', 'ARG')],
  [passport('A'.repeat(20)), passport('A'.repeat(20))],
  [
    { documentType: 'RNM', document: 'f123456-x' },
    { documentType: 'rnm', document: 'F123456X' },
  ],
  [
    { documentType: 'rnm', document: 'V1234567', documentCountry: 'BRA' },
    { documentType: 'rnm', document: 'V1234567', documentCountry: 'BRA' },
  ],
] as const)('%j is taken, and answered as %j', async ([sent, stored], { app }) => {
  const created = await app.call('POST', '/v1/transaction', { body: sent })
  expect(created.status).toBe(201)
  const answer = await created.json()
  expect(answer).toMatchObject(stored)
  expect('documentCountry' in answer).toBe('documentCountry' in stored)
  const read = await app.call('GET', `/v1/transaction/${answer.id}`)
  expect(await read.json()).toEqual(answer)
})

test.for([
  ['a passport of no country', { documentType: 'passport', document: 'C01X00T47' }, 'required #/documentCountry'],
  ['a country of two letters', passport('C01X00T47', 'DE'), 'format #/documentCountry'],
  ['a country that is none', passport('C01X00T47', 'ZZZ'), 'format #/documentCountry'],
  ['a CPF of Portugal', { documentType: 'cpf', document: '52998224725', documentCountry: 'PRT' }, 'not-allowed #/documentCountry'],
  ['an RNM of Bolivia', { documentType: 'rnm', document: 'F123456X', documentCountry: 'BOL' }, 'not-allowed #/documentCountry'],
  ['four characters', passport('A123'), 'format #/document'],
  ['21 characters', passport('A'.repeat(21)), 'format #/document'],
  ['letters of another script', passport('С01Х00Т47'), 'format #/document'],
  ['another kind', { documentType: 'rne', document: 'F123456X' }, 'format #/documentType'],
  ['null for a country', { ...passport('C01X00T47'), documentCountry: null }, 'type #/documentCountry'],
  ['a service of companies', { ...passport('C01X00T47'), services: { bcheck: ['CompanyRegistry'] } }, 'not-allowed #/services/bcheck'],
] as const)('%s: 400 with the pointer, said once', async ([, body, fault], { app }) => {
  const answer = await app.call('POST', '/v1/transaction', { body })
  expect(answer.status).toBe(400)
  const { errors = [] } = await readProblem(answer)
  expect(errors.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([fault])
}) // prettier-ignore

const someone = (): Claims => ({
  tenant: `t-${randomUUID().slice(0, 8)}`,
  scope: 'transactions:read transactions:write reports:read lists:write credit:read',
})

async function factsOf({ deps, sealer }: TestApp, id: string) {
  const found = await findById(deps.db, id)
  if (!found) throw new Error('it was created')
  const now = new Date()
  const transaction = { ...found, now, wallNow: now }
  return gatherFacts(deps.packs.facts, { db: deps.db, sealer, transaction })
}

test('AB123456 of two states are two documents, for velocity, search and lists', async ({
  app,
}) => {
  const claims = { ...someone(), mode: 'live' } as const
  const [german, french] = [passport('AB123456'), passport('AB123456', 'FRA')]
  const named = (at: number) => ({
    name: `Anna Nummer ${'ABCD'[at]}`,
    email: `${randomUUID()}@x.test`,
  })
  for (const at of [0, 1]) await createTransaction(app, { ...german, ...named(at) }, claims)
  const other = await createTransaction(app, { ...french, ...named(2) }, claims)
  const third = await createTransaction(app, { ...german, ...named(3) }, claims)
  expect((await factsOf(app, third)).velocity?.documentTransactionsPerHour).toBe(3)
  expect((await factsOf(app, other)).velocity?.documentTransactionsPerHour).toBe(1)
  const search = async (body: object) => {
    const answer = await app.call('POST', '/v1/transactions/search', { body, claims })
    return (await answer.json()).transactions.length
  }
  expect(await search(german)).toBe(3)
  expect(await search({ document: 'ab-123456', documentCountry: 'FRA' })).toBe(1)
  expect(await search({ document: 'AB123456' })).toBe(0)
  const entry = { kind: 'document', role: 'mule', action: 'review', evidence: 'chargeback' }
  const denied = await app.call('POST', '/v1/lists/deny', { body: { ...entry, ...german }, claims })
  expect(denied.status).toBe(201)
  expect((await factsOf(app, third)).lists?.denyAction).toBe('review')
  expect((await factsOf(app, other)).lists?.denyAction).toBeUndefined()
})

test.for([
  ['passport', passport('C01X0001')],
  ['rnm', { documentType: 'rnm', document: 'F1230001' }],
] as const)(
  'of a %s lists are asked, and nothing that is asked by CPF',
  async ([, sent], { app }) => {
    const claims = someone()
    const id = await createTransaction(app, { ...sent, ...person }, claims)
    const services = ['BasicInfos', 'ArrestWarrant', 'Sanctions', 'Pep']
    const path = `/v1/transaction/${id}/backgroundcheck`
    const asked = await app.call('POST', path, { body: { services }, claims })
    expect(asked.status).toBe(200)
    const check = await until(async () => {
      const [newest] = await (await app.call('GET', path, { claims })).json()
      return newest.status === 'processing' ? undefined : newest
    })
    const states = check.services.map((one: Record<string, string>) => [
      one.name,
      one.failure ?? one.status,
    ])
    expect(Object.fromEntries(states)).toEqual({
      BasicInfos: 'input-refused',
      ArrestWarrant: 'input-refused',
      Sanctions: 'completed',
      Pep: 'completed',
    })
    expect(check.isOwn).toBe(true)
    const { checks, document, age } = await factsOf(app, id)
    expect(checks).toMatchObject({ listsAsked: true, hit: false, warrantsAsked: false })
    expect(checks).not.toHaveProperty('personFound')
    expect(checks).not.toHaveProperty('wanted')
    expect(document).toMatchObject({ type: sent.documentType })
    expect(document).not.toHaveProperty('checkDigitsHold')
    expect(age).toMatchObject({ known: true })
    const credit = await app.call('POST', `/v1/transaction/${id}/creditpro`, { claims })
    expect(await readProblem(credit)).toMatchObject({ status: 422, code: 'no-subject' })
  },
)

test('a passport that ends as the table says is on a list, and its pack asks lists alone', async ({
  app,
}) => {
  const claims = someone()
  const id = await createTransaction(app, { ...passport('C01X0002'), ...person }, claims)
  const root = {
    kind: 'sequence',
    steps: [
      { kind: 'module', module: 'backgroundCheck' },
      { kind: 'decide', id: 'end', rows: [
        { if: 'facts.checks.hit', outcome: 'review', reason: 'listed' },
        { outcome: 'approved', reason: 'clean' },
      ] },
    ],
  } // prettier-ignore
  const pack = `hotel-${randomUUID().slice(0, 8)}`
  const publishing = { ...claims, scope: 'packs:write packs:live' }
  await app.call('POST', `/v1/packs/${pack}/versions`, { body: { root }, claims: publishing })
  const outcomeOf = (transaction: string) =>
    until(async () => {
      const answer = await (
        await app.call('GET', `/v1/packs/${pack}/${transaction}`, { claims })
      ).json()
      return answer.status === 'processing' ? undefined : [answer.status, answer.outcome]
    })
  expect(await outcomeOf(id)).toEqual(['completed', 'review'])
  const clean = await createTransaction(app, { ...passport('C01X0001'), ...person }, claims)
  expect(await outcomeOf(clean)).toEqual(['completed', 'approved'])
})

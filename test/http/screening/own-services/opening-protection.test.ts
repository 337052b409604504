// The opening protection that institutions must ask before an account, by the shipped definition and its gateway.
import { expect } from 'vitest'
import { test as database } from '#test/db/fixture.ts'
import {
  accountPack,
  type Gateway,
  openProtection,
  type Protection,
  protects,
  type GatewayAnswer,
} from '#test/support/vendors/opening-protection.ts'

const test = database.extend<{ protection: Protection; pack: string }>({
  // Each has an app of its own: an account that has failed rests.
  protection: async ({ db }, use) => {
    await using protection = await openProtection(db)
    await use(protection)
  },
  pack: async ({ protection }, use) => use(await protection.publish(accountPack())),
})

const cpf = '52998224725'
const ana = { document: '15350946056', documentType: 'cpf', name: 'Ana Lima Souza' }
const rui = { document: '39053344705', documentType: 'cpf', name: 'Rui Rocha' }
const cnpj = '11222333000181'
const company = { documentType: 'CNPJ', document: cnpj, name: 'Acme Ltda' }

const says =
  (said: (document: string) => unknown): Gateway =>
  ({ document = '' }) => {
    const one = said(document)
    return typeof one === 'object' && one !== null && 'status' in one
      ? // Safe because only a whole answer of these tests has a status.
        (one as GatewayAnswer)
      : { body: one }
  }
const free = (document: string) => ({ document, active: false })
/** Of one number another answer than that it is free. */
const but = (number: string, said: unknown): Gateway =>
  says((document) => (document === number ? said : free(document)))

test.for<[string, Gateway, Record<string, unknown>?]>([
  ['a person who is protected', protects(cpf)],
  ['an empty answer', says(() => ({}))],
  ['a yes in words', says((document) => ({ document, active: 'false' }))],
  ['null for the protection', says((document) => ({ document, active: null }))],
  ['an answer about somebody else', says(() => free(ana.document))],
  ['an answer without a number', says(() => ({ active: false }))],
  ['a gateway that is down', says(() => ({ status: 503, body: {} }))],
  ['a gateway that fails', says(() => ({ status: 500, body: {} }))],
  ['our access refused', says(() => ({ status: 401, body: {} }))],
  ['a number that nobody knows', says(() => ({ status: 404, body: free(cpf) }))],
  ['a list in place of an answer', says((document) => [free(document)])],
  ['a passport, by which nobody can be asked', protects(), { documentType: 'passport', documentCountry: 'PRT', document: 'AB123456' }],
  ['a company that is protected', protects(cnpj), { ...company, legalRepresentatives: [ana] }],
  ['a representative who is protected', protects(ana.document), { ...company, legalRepresentatives: [ana, rui] }],
  ['a partner who is protected', protects(rui.document), { ...company, partners: [rui], legalRepresentatives: [ana] }],
  ['a representative of whom nothing is known', but(ana.document, {}), { ...company, legalRepresentatives: [ana, rui] }],
  ['a representative about whom somebody else was meant', but(ana.document, free(rui.document)), { ...company, legalRepresentatives: [ana] }],
  ['a company behind which nobody is known', protects(), company],
])('never approved: %s', async ([, gateway, fields], { protection, pack }) => {
  protection.gateway = gateway
  const { status, outcome } = await protection.decide(pack, fields)
  expect(status).not.toBe('processing')
  expect(outcome).not.toBe('approved')
}) // prettier-ignore

test.for<[string, Gateway, Record<string, unknown>?]>([
  ['a person', protects()],
  ['a person whose neighbour is protected', protects(ana.document)],
  ['an answer with fields more', says((document) => ({ ...free(document), other: { x: 1 }, reason: 'x' }))],
  ['a time with an offset', says((document) => ({ ...free(document), checkedAt: '2026-11-28T10:00:00-03:00' }))],
  ['a gateway that comes back', ({ document = '' }, before) => (before === 0 ? { status: 503, body: {} } : { body: free(document) })],
  ['a gateway that had too many requests', ({ document = '' }, before) => (before === 0 ? { status: 429, body: {} } : { body: free(document) })],
  ['a gateway that failed once', ({ document = '' }, before) => (before === 0 ? { status: 500, body: {} } : { body: free(document) })],
  ['a number with letters', protects(), { ...company, document: '12ABC34501DE35', legalRepresentatives: [ana] }],
  ['a company with its representative', protects(), { ...company, legalRepresentatives: [ana] }],
  ['a partner who is the representative', protects(), { ...company, partners: [ana], legalRepresentatives: [ana] }],
  ['a company among its partners', protects(), { ...company, partners: [{ document: '00000000000191', documentType: 'cnpj', name: 'Horizonte Participações' }], legalRepresentatives: [ana] }],
])('not held: %s', async ([, gateway, fields], { protection, pack }) => {
  protection.gateway = gateway
  expect(await protection.decide(pack, fields)).toMatchObject({
    status: 'completed',
    outcome: 'approved',
  })
}) // prettier-ignore

test('the gateway is asked for each number once, with the kind, a purpose and our key; the answer shows what it said', async ({
  protection,
  pack,
}) => {
  protection.gateway = protects()
  protection.server.requests.length = 0
  const { id, steps } = await protection.decide(pack, {
    ...company,
    partners: [ana],
    legalRepresentatives: [ana, rui],
  })
  const asked = protection.server.requests.map(({ url, headers, body }) => ({
    path: url.pathname,
    key: headers['authorization'],
    ...JSON.parse(body),
  }))
  const one = (document: string, kind: string) => ({
    path: '/opening-protection',
    key: 'Bearer of the gateway',
    document,
    kind,
    purpose: 'account-opening',
  })
  expect(asked).toHaveLength(3)
  expect(asked).toEqual(
    expect.arrayContaining([
      one(cnpj, 'company'),
      one(ana.document, 'person'),
      one(rui.document, 'person'),
    ]),
  )
  const said = { name: 'OpeningProtection', status: 'completed', values: { active: false } }
  expect(steps.protection.results.map((check: { services: unknown }) => check.services)).toEqual([
    [expect.objectContaining(said)],
    [expect.objectContaining(said)],
    [expect.objectContaining(said)],
  ])
  // The same within a day is not bought again.
  const again = await protection.ask('POST', `/v1/packs/${pack}/${id}`, {})
  expect(again.status).toBe(202)
  expect((await (await protection.ask('GET', `/v1/packs/${pack}/${id}`)).json()).outcome).toBe(
    'approved',
  )
  expect(protection.server.requests).toHaveLength(3)
})

test('a run shows in its evidence and drawing what the condition read, and a backtest reads it again', async ({
  protection,
}) => {
  protection.gateway = protects(rui.document)
  const pack = await protection.publish(accountPack())
  const { id, runId, outcome, stopReason } = await protection.decide(pack, {
    ...company,
    legalRepresentatives: [ana, rui],
  })
  expect({ outcome, stopReason }).toEqual({ outcome: 'rejected', stopReason: 'party-protected' })
  const evidence = await (
    await protection.ask('GET', `/v1/packs/${pack}/${id}/runs/${runId}/evidence`)
  ).json()
  const values = evidence.answers.flatMap((one: { values: unknown[] }) => one.values)
  expect(values).toEqual(
    expect.arrayContaining([
      { read: 'steps.protection.services.OpeningProtection.active', value: false },
      { read: expect.stringMatching(/^steps\.protection\.parties\[\d\]\.services\.OpeningProtection\.active$/), value: true }, // prettier-ignore
    ]),
  )
  const svg = await (await protection.ask('GET', `/v1/packs/${pack}/${id}/run/drawing`)).text()
  expect(svg).toContain('OpeningProtection')
})

test('in the sandbox the definition says what is answered, by the digits of the document', async ({
  protection,
  pack,
}) => {
  protection.server.requests.length = 0
  const outcomes = await Promise.all(
    ['52998000144', '52998003410', '52998001163'].map(async (document) => {
      const { outcome } = await protection.decide(pack, { document }, 'sandbox')
      return outcome
    }),
  )
  expect(outcomes).toEqual(['approved', 'rejected', 'review'])
  expect(protection.server.requests).toHaveLength(0)
})

test('without a legal basis, and over the cap of the day, nobody is asked and nothing is approved', async ({
  db,
}) => {
  for (const settings of [{ legalBasis: null }, { capMicros: 5, costMicros: 10 }]) {
    await using protection = await openProtection(db, settings)
    const pack = await protection.publish(accountPack())
    const { outcome, unansweredStep } = await protection.decide(pack)
    expect({ outcome, unansweredStep }).toEqual({
      outcome: 'review',
      unansweredStep: 'verdict.opening-protected',
    })
    expect(protection.server.requests).toHaveLength(0)
  }
})

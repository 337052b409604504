// A company in a pack: the lists are asked about who stands behind it, too.
import { expect } from 'vitest'
import { checkFacts } from '#src/screening/facts/facts.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { definePack, module, sequence, stop, when } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { until } from '#test/workflow/client.ts'

const pack = 'behind-a-company'
const reading = 'reads-its-checks'
const whole =
  'steps.backgroundCheck.results.all(one, one.isOwn && one.status == "completed") && !steps.backgroundCheck.results.exists(one, one.type == "person")'
const test = testOn(
  async (db) => {
    const app = await createTestApp(db)
    const check = { key: 'backgroundCheck' } as const
    const done = when([check], whole, stop('approved', 'done'), stop('rejected', 'open'))
    await publishPacks(db, [
      definePack(pack, 1, sequence(module(check))),
      definePack(reading, 1, sequence(module(check), done)),
    ])
    return app
  },
  { works: true },
)

const ana = { document: '52998224725', documentType: 'cpf', name: 'Ana Lima Souza' }
const rui = { document: '52998000225', documentType: 'cpf', name: 'Rui Rocha' }
const firm = { document: '00000000000191', documentType: 'cnpj', name: 'Horizonte Participações' }

async function run(app: TestApp, more: object) {
  const body = { documentType: 'CNPJ', document: '11222333000181', name: 'Acme Ltda', ...more }
  const { id } = await (await app.call('POST', '/v1/transaction', { body })).json()
  const status = await until(async () => {
    const answer = await app.call('GET', `/v1/packs/${pack}/${id}`)
    const { status } = await answer.json()
    return status === 'processing' ? undefined : status
  })
  const checks = await (await app.call('GET', `/v1/transaction/${id}/backgroundcheck`)).json()
  const found = await findById(app.deps.db, id)
  if (!found) throw new Error('no transaction')
  const now = new Date()
  const transaction = { ...found, now, wallNow: now }
  const facts = await checkFacts.read({ db: app.deps.db, sealer: app.sealer, transaction })
  return { status, checks, facts }
}

test('partners and representatives are asked about once each, firms as firms', async ({ app }) => {
  const parties = { partners: [ana, firm], legalRepresentatives: [ana] }
  const { status, checks, facts } = await run(app, parties)
  expect(status).toBe('completed')
  const services = (names: string[]) => names.map((name) => expect.objectContaining({ name }))
  expect(checks).toHaveLength(4)
  expect(checks).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        type: 'company',
        services: services(['CompanyRegistry', 'Sanctions']),
      }),
      expect.objectContaining({ type: 'company', services: services(['Sanctions']) }),
      expect.objectContaining({ type: 'person', services: services(['Sanctions', 'Pep']) }),
      expect.objectContaining({ type: 'person', services: services(['BasicInfos']) }),
    ]),
  )
  expect(facts).toMatchObject({
    checks: { listsAsked: true, sanctioned: false },
    company: { active: true, nameVerdict: 'same' },
    others: { listsAsked: true, hit: false },
  })
})

test('a hit of one of them is a fact of the others, and never of the company', async ({ app }) => {
  const { facts } = await run(app, { partners: [ana, rui] })
  expect(facts).toMatchObject({
    checks: { sanctioned: false, hit: false },
    others: { listsAsked: true, hit: true, sanctioned: true },
  })
})

test('who has no name is not asked about, and then not all were', async ({ app }) => {
  const { name: _, ...nameless } = ana
  const { facts } = await run(app, { partners: [nameless] })
  expect(facts['others']).toEqual({ listsAsked: false, listsAskedInPart: false })
})

test('what the client asks for comes to what a verdict needs, and is bought once', async ({
  app,
}) => {
  const services = { bcheck: ['BasicInfos', 'Sanctions'] }
  const { checks, facts } = await run(app, { services, partners: [ana] })
  const bought = checks.flatMap((one: { type: string; services: { name: string }[] }) =>
    one.type === 'company' ? one.services.map(({ name }) => name) : [],
  )
  expect(bought.toSorted()).toEqual(['BasicInfos', 'CompanyRegistry', 'Sanctions'])
  expect(facts).toMatchObject({
    checks: { listsAsked: true },
    company: { active: true },
    others: { listsAsked: true },
  })
})

test('whether somebody who acts for it has died is known, and is no fact of the company', async ({
  app,
}) => {
  const dead = { document: '52998001625', documentType: 'cpf', name: 'Rui Rocha' }
  const { status, facts } = await run(app, { partners: [dead], legalRepresentatives: [dead] })
  expect(status).toBe('completed')
  expect(facts['others']).toMatchObject({ dead: true, hit: false })
  expect(facts['checks']).not.toHaveProperty('personDead')
  const { facts: others } = await run(app, { partners: [ana], legalRepresentatives: [ana] })
  expect(others['others']).toMatchObject({ dead: false })
})

const volga = { name: 'Volga Metals Holding LLC', documentType: 'cnpj' }
const kindsOf = (checks: { type: string; services: { name: string }[] }[]) =>
  checks.map(({ type, services }) => [type, ...services.map(({ name }) => name)].join(' '))

test.for<[string, object]>([
  ['without a number', volga],
  ['with a foreign number', { ...volga, document: 'AB-991' }],
])('a partner %s is asked about as a person and as a company', async ([, one], { app }) => {
  const { status, checks, facts } = await run(app, { partners: [one] })
  expect(status).toBe('completed')
  expect(kindsOf(checks)).toEqual(
    expect.arrayContaining(['person Sanctions Pep', 'company Sanctions']),
  )
  expect(facts['others']).toMatchObject({ listsAsked: true, hit: false })
})

const create = async (app: TestApp, body: object): Promise<string> =>
  (await (await app.call('POST', '/v1/transaction', { body })).json()).id
const checksOf = (app: TestApp, id: string) =>
  until(async () => {
    const all = await (await app.call('GET', `/v1/transaction/${id}/backgroundcheck`)).json()
    const isOpen = all.some(({ status }: { status: string }) => status === 'processing')
    return isOpen || all.length === 0 ? undefined : all
  })
const acme = { documentType: 'CNPJ', document: '11222333000181', name: 'Acme Ltda' }

test.for<[string, object, string[]]>([
  ['a person’s lists', { services: ['Sanctions'], checkParams: { fullName: volga.name } }, ['company Sanctions', 'person Sanctions']],
  ['a company’s lists', { company: true, services: ['Sanctions'], checkParams: { companyName: volga.name } }, ['company Sanctions', 'person Sanctions Pep']],
  ['a person’s lists by a CPF', { services: ['Sanctions'], checkParams: { fullName: 'Rui Rocha', cpf: '52998000225' } }, ['person Sanctions']],
  ['what is in no list', { services: ['LawSuits'], checkParams: { fullName: 'Rui Rocha' } }, ['person LawSuits']],
])('whom the client names without a number is searched for as both: %s', async ([, asked, kinds], { app }) => {
  const { company, ...body } = asked as { company?: true }
  const id = await create(app, company ? { documentType: 'CPF', document: '52998224725', name: 'Ana Lima Souza' } : acme)
  const path = `/v1/transaction/${id}/backgroundcheck${company ? '/company' : ''}`
  expect((await app.call('POST', path, { body })).status).toBe(200)
  const checks = await checksOf(app, id)
  expect(kindsOf(checks).toSorted()).toEqual(kinds)
  for (const one of checks) expect(one.isOwn).toBe(false)
}) // prettier-ignore

test('a condition sees the checks of the run, and nobody else’s whom the client has named', async ({
  app,
}) => {
  const id = await create(app, acme)
  const body = { services: ['Sanctions'], checkParams: { cpf: '52998001125', fullName: rui.name } }
  await app.call('POST', `/v1/transaction/${id}/backgroundcheck`, { body })
  const shown = await until(async () => {
    const answer = await (await app.call('GET', `/v1/packs/${reading}/${id}`)).json()
    return answer.status === 'processing' ? undefined : answer
  })
  expect(shown).toMatchObject({ outcome: 'approved' })
  const own = shown.backgroundCheck.results.map(
    ({ type, isOwn }: { type: string; isOwn: boolean }) => [type, isOwn],
  )
  expect(own.toSorted()).toEqual([
    ['company', true],
    ['person', false],
  ])
})

test('a source that cannot be asked about who acts for it holds nothing up', async ({ app }) => {
  const away = { document: '52998001125', documentType: 'cpf', name: 'Rui Rocha' }
  const { checks } = await run(app, { legalRepresentatives: [away] })
  expect(checks.length).toBeGreaterThan(2)
})

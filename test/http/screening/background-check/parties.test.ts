// A company in a pack: the lists are asked about who stands behind it, too.
import { expect } from 'vitest'
import { checkFacts } from '#src/screening/facts/facts.ts'
import { startStandIn } from '#test/contract/stand-in-worker.ts'
import { test as database } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { definePack, module, sequence } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { until } from '#test/workflow/client.ts'

const pack = 'behind-a-company'
const test = database.extend<{ app: TestApp }>({
  app: [
    async ({ db }, use) => {
      const app = await createTestApp(db)
      await publishPacks(db, [definePack(pack, 1, sequence(module({ key: 'backgroundCheck' })))])
      await using _worker = startStandIn(app)
      await use(app)
    },
    { scope: 'file' },
  ],
})

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

test('a source that cannot be asked about who acts for it holds nothing up', async ({ app }) => {
  const away = { document: '52998001125', documentType: 'cpf', name: 'Rui Rocha' }
  const { checks } = await run(app, { legalRepresentatives: [away] })
  expect(checks.length).toBeGreaterThan(2)
})

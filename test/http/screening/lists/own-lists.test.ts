// The first screening works with no vendor at all; and who is monitored is compared with what is published later.
import { expect } from 'vitest'
import { loadLists } from '#src/main/lists/load-lists.ts'
import { createPublishedLists, type PublishedLists } from '#src/screening/lists/screen.ts'
import { rescreenMonitored } from '#src/screening/checks/rescreen.ts'
import { checkVendors, createChecking } from '#src/vendors/checks.ts'
import type { Db } from '#src/platform/db/client.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { performDue } from '#test/support/due.ts'
import { ownList } from '#test/support/lists.ts'
import { createTransaction } from '#test/support/transactions.ts'

const claims = { mode: 'live' } as const
const legalBasis = { purpose: 'fraud-prevention', article: 'LGPD 11, II, g' }
const nobody = { accounts: {}, ports: {}, tenants: {}, privateHosts: [], legalBasis }

async function openApp(db: Db): Promise<{ app: TestApp; published: PublishedLists }> {
  const published = createPublishedLists(db, { info() {} })
  await published.refresh()
  const [sandbox] = sandboxChecking().accounts.all().toReversed()
  if (!sandbox) throw new Error('there is a sandbox')
  const given = { publicBaseUrl: 'https://id.example.test', folder: '.', sandbox, published }
  const checking = createChecking(checkVendors, nobody, given)
  return { app: await createTestApp(db, undefined, { checking }), published }
}

const read = async ({ call }: TestApp, id: string, path: string) =>
  (await call('GET', `/v1/transaction/${id}/${path}`, { claims })).json()

const entry = (id: string, name: string, more: object = {}) => ({
  id,
  kind: 'person',
  name,
  ...more,
})
const person = { name: 'Ivana Petrova Exemplar', birthdate: '1975-04-21' }

async function check(
  app: TestApp,
  services: readonly string[],
  more: object = {},
  about: '' | '/company' = '',
) {
  const id = await createTransaction(app, { ...person, ...more }, claims)
  const path = `/v1/transaction/${id}/backgroundcheck${about}`
  expect((await app.call('POST', path, { body: { services }, claims })).status).toBe(200)
  await performDue(app.deps, id, 2)
  return { id, checked: (await read(app, id, 'backgroundcheck'))[0] }
}

test('without a vendor and without a list nobody is found clean; with a list hits and no hits are', async ({
  db,
}) => {
  const before = await openApp(db)
  const { checked: failed } = await check(before.app, ['Sanctions'])
  expect(failed.services).toMatchObject([{ status: 'failed', failure: 'no-provider' }])
  const birthDates = ['1975-04-21']
  await loadLists(db, [ownList('first', [entry('7', person.name, { birthDates })])])
  const { app } = await openApp(db)
  const { id, checked } = await check(app, ['Sanctions', 'Pep'])
  expect(checked.services).toMatchObject([
    {
      status: 'completed',
      source: 'own-lists',
      result: { searched: ['first'], matches: [{ id: '7', match: true }] },
    },
    // No list of exposed persons is loaded: that is no answer.
    { status: 'failed', failure: 'no-provider' },
  ])
  expect(checked.services[0].result.matches[0]).not.toHaveProperty('dismissed')
  const codes = (await read(app, id, 'insights')).map(({ code }: { code: string }) => code)
  expect(codes).toContain('PC001')
  const { checked: clean } = await check(app, ['Sanctions'], { name: 'Bento Outra Pessoa' })
  expect(clean.services).toMatchObject([{ status: 'completed', result: { matches: [] } }])
  const { checked: other } = await check(app, ['Sanctions'], { birthdate: '1990-01-01' })
  expect(other.services).toMatchObject([{ result: { matches: [{ dismissed: 'date' }] } }])
})

test('who hides in the letters of a name is found, and who has none that can be looked for is not clean', async ({
  db,
}) => {
  const documents = ['15350946056']
  await loadLists(db, [ownList('hidden', [entry('1', 'Zoraide Quimera Exemplar'), entry('2', 'Beltrano Oculto', { documents })])])
  const { app } = await openApp(db)
  const found = async (more: object) => {
    const { checked } = await check(app, ['Sanctions'], { birthdate: undefined, ...more })
    const [{ status, failure, result }] = checked.services
    return failure ?? [status, (result?.matches ?? []).map(({ id }: { id: string }) => id)]
  }
  for (const name of ['Zora\u200bide Quimera Exemplar', 'Ｚoraide Quimera Exemplar', 'Zoraide\u00adQuimera\u3164 Exemplar', 'Z\u0336oraide\nQuimera Exemplar'])
    expect([name, await found({ name })]).toEqual([name, ['completed', ['1']]])
  for (const name of ['...', '\u200b', '-', 'A', `${'Ana '.repeat(60)}`, undefined])
    expect([name, await found({ name })]).toEqual([name, 'input-refused'])
  expect(await found({ name: undefined, document: documents[0] })).toEqual(['completed', ['2']])
}) // prettier-ignore

test('a branch is found by the number of its head office, whatever its name, and letters are no hindrance', async ({
  db,
}) => {
  const firm = (id: string, name: string, document: string) => ({ id, kind: 'company', name, documents: [document] })
  await loadLists(db, [ownList('firms', [firm('1', 'Quimera Holding Ltda', '11222333000181'), firm('2', 'Alfa Num SA', '12ABC34501DE35')])])
  const { app } = await openApp(db)
  const found = async (document: string, name: string) => {
    const sent = { documentType: 'cnpj', document, name, birthdate: undefined }
    const { id, checked } = await check(app, ['Sanctions'], sent, '/company')
    const codes = (await read(app, id, 'insights')).map(({ code }: { code: string }) => code)
    const matches: { id: string; match: boolean; dismissed?: string }[] = checked.services[0].result.matches
    return [matches.map((one) => [one.id, one.match, one.dismissed]), codes.filter((one: string) => /^PC00[14]$/.test(one))]
  }
  for (const name of ['Quimera Holding Ltda', 'Padaria Inocente'])
    for (const document of ['11222333000181', '11222333000262'])
      expect([name, document, await found(document, name)]).toEqual([name, document, [[['1', true, undefined]], ['PC001']]])
  expect(await found('12ABC345000269', 'Padaria Inocente')).toEqual([[['2', true, undefined]], ['PC001']])
  expect(await found('11222334000126', 'Quimera Holding Ltda')).toEqual([[['1', true, 'number']], ['PC004']])
}) // prettier-ignore

test('six digits that agree make a doubtful name count, and are not enough for another name', async ({ db }) => {
  const documents = ['***982247**']
  const exposed = entry('1', 'Zulmira Sousa Bragança', { documents, topics: ['role.pep'] })
  const sanctioned = entry('2', 'Maria das Dores Albuquerque Zafira', { documents })
  await loadLists(db, [ownList('shown', [sanctioned]), ownList('exposed', [exposed], { service: 'Pep' })])
  const { app } = await openApp(db)
  const found = async (name: string, document = '52998224725') => {
    const { id, checked } = await check(app, ['Sanctions', 'Pep'], { documentType: 'cpf', document, name, birthdate: undefined })
    const services: { result: { matches: { id: string; match: boolean; doubtful?: true; dismissed?: string }[] } }[] = checked.services
    const matches = services.flatMap(({ result }) => result.matches)
    const codes = (await read(app, id, 'insights')).map(({ code }: { code: string }) => code)
    return [...matches.map((one) => [one.id, one.match, one.dismissed ?? one.doubtful]), ...codes.filter((one: string) => /^PC00[124]$/.test(one)).toSorted()]
  }
  expect(await found('Zulmira Bragança Lima')).toEqual([['1', true, true], 'PC002', 'PC004'])
  expect(await found('Maria Zafira')).toEqual([['2', true, true], 'PC001'])
  expect(await found('Zulmira Bragança Lima', '39053344705')).toEqual([['1', false, 'number'], 'PC004'])
  expect(await found('Outra Pessoa Qualquer')).toEqual(['PC004'])
}) // prettier-ignore

test('who is monitored is found on a list that comes later, and nothing is bought', async ({
  db,
}) => {
  const people = [entry('1', 'Alguém Diferente Sobral'), entry('2', 'Outro Alguém Sobral')]
  await loadLists(db, [ownList('later', people, { version: '1' })])
  const { app, published } = await openApp(db)
  const name = 'Zoraide Monitorada Quintanilha'
  const services = { bcheck: ['Sanctions'], everyDays: 30 }
  const create = (more: object) =>
    createTransaction(app, { ...person, name, services, ...more }, claims)
  const [monitored, other] = [await create({}), await create({ name: 'Nuno Ninguém Barreto' })]
  await createTransaction(app, { ...person, name, services })
  for (const id of [monitored, other]) await performDue(app.deps, id, 2)
  const rescreen = () =>
    rescreenMonitored({ ...app.deps, published, log: app.deps.log }, new AbortController().signal)
  await rescreen()
  const count = async (id: string, kind: string) =>
    (await read(app, id, 'timeline')).filter((one: { kind: string }) => one.kind === kind).length
  const answered = await count(monitored, 'check-answered')
  expect(await rescreen()).toBe(0)

  const listed = [...people, entry('3', name, { birthDates: ['1975-04-21'] })]
  await loadLists(db, [ownList('later', listed, { version: '2' })])
  expect(await rescreen()).toBeGreaterThanOrEqual(2)
  expect(await count(monitored, 'check-answered')).toBe(answered + 1)
  expect(await count(monitored, 'check-news')).toBe(1)
  expect(await count(monitored, 'check-attempt-claimed')).toBe(1)
  expect(await count(other, 'check-news')).toBe(0)
  const [found] = await read(app, monitored, 'backgroundcheck')
  expect(found.services).toMatchObject([
    { source: 'own-lists', result: { matches: [{ id: '3', match: true }] } },
  ])
  const codes = (await read(app, monitored, 'insights')).map(({ code }: { code: string }) => code)
  expect(codes).toContain('PC001')
  expect(await rescreen()).toBe(0)

  await loadLists(db, [ownList('later', people, { version: '3' })])
  await rescreen()
  const [gone] = await read(app, monitored, 'backgroundcheck')
  expect(gone.services).toMatchObject([{ source: 'own-lists', result: { matches: [] } }])
  expect(await count(monitored, 'check-news')).toBe(1)
})

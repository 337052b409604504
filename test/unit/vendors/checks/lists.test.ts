// What vendors of lists are asked for, and what they say of how old their lists are.
import { describe, expect, test } from 'vitest'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import { contextOf, openCheckAccount } from '#test/support/vendors/check-harness.ts'
import {
  type CheckVendorAnswer,
  type CheckVendorRequest,
  startCheckServer,
} from '#test/support/vendors/check-server.ts'

const person = (service: string): CheckRequest => ({
  port: 'person-check',
  service,
  subject: { document: '52998224725', name: 'João da Silva' },
})
const company = (document?: string): CheckRequest => ({
  port: 'company-check',
  service: 'Sanctions',
  subject: { name: 'Acme Ltda', ...(document && { document }) },
})

const found = (...results: object[]) => ({ responses: { q: { status: 200, results } } })
const entity = (properties: object) => ({
  id: '1',
  caption: 'X',
  properties,
  score: 1,
  match: true,
})

async function open(vendor: string, answer: (request: CheckVendorRequest) => CheckVendorAnswer) {
  const server = await startCheckServer(answer)
  const own = { vendor, baseUrl: server.url }
  const account = openCheckAccount(own, { privateHosts: [server.host] })
  return { account, server, [Symbol.asyncDispose]: () => server.close() }
}

const yente = (catalog: unknown, body: object = found()) =>
  open('yente', ({ url }) =>
    url.pathname === '/catalog' ? { status: 200, body: catalog } : { status: 200, body },
  )

describe('yente', () => {
  test.each([
    ['Sanctions', ['sanction', 'sanction.linked', 'debarment', 'wanted']],
    ['Pep', ['role.pep', 'role.rca']],
  ])('is asked for the topics of %s', async (service, topics) => {
    await using harness = await yente({})
    await harness.account.buy(person(service), contextOf())
    const [asked] = harness.server.requests
    expect(asked?.url.searchParams.getAll('topics')).toEqual(expect.arrayContaining(topics))
  })

  test('is told no nationality of a person, and that of a company by its number alone', async () => {
    await using harness = await yente({})
    for (const request of [person('Pep'), company(), company('11222333000181')])
      await harness.account.buy(request, contextOf())
    const sent = harness.server.requests.filter(({ body }) => body !== '').map(({ body }) => body)
    expect(sent.map((body) => /nationality|"br"/.test(body))).toEqual([false, false, true])
  })

  test('says all names of an entry', async () => {
    const properties = { name: ['X', 'Y'], alias: ['Z'], weakAlias: ['Y', 'W'], topics: ['sanction'] } // prettier-ignore
    await using harness = await yente({}, found(entity(properties)))
    expect(await harness.account.buy(person('Sanctions'), contextOf())).toMatchObject({
      answer: { matches: [{ name: 'X', otherNames: ['Y', 'Z'], weakNames: ['W'] }] },
    })
  })

  test.each([
    ['Sanctions', ['poi'], 1],
    ['Sanctions', ['role.pep'], 0],
    ['Pep', ['role.pep'], 1],
    ['Pep', ['sanction'], 0],
  ])('of %s what has topics %j is %d', async (service, topics, count) => {
    await using harness = await yente({}, found(entity({ name: ['X'], topics })))
    const outcome = await harness.account.buy(person(service), contextOf())
    expect(outcome).toHaveProperty('answer.matches.length', count)
  })

  test('says how old its lists are, and is asked so once in a while', async () => {
    const datasets = [
      { name: 'peps', version: '1', updated_at: '2020-01-01T00:00:00' },
      { name: 'default', version: '20261122', last_export: '2026-11-22T06:00:00' },
    ]
    await using harness = await yente({ datasets })
    const answers = [1, 2].map(() => harness.account.buy(person('Pep'), contextOf()))
    for (const answer of await Promise.all(answers))
      expect(answer).toMatchObject({
        answer: { version: '20261122', updatedAt: '2026-11-22T06:00:00Z' },
      })
    await harness.account.buy(person('Pep'), contextOf())
    const asked = harness.server.requests.filter(({ url }) => url.pathname === '/catalog')
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['no catalogue', 'x'],
    ['another dataset', { datasets: [{ name: 'peps', version: '1' }] }],
    ['no time', { datasets: [{ name: 'default', updated_at: 'yesterday' }] }],
  ])('with %s says nothing of its age', async (_, catalog) => {
    await using harness = await yente(catalog)
    const outcome = await harness.account.buy(person('Pep'), contextOf())
    expect(outcome).toMatchObject({ kind: 'answered', answer: { matches: [] } })
    expect(outcome).not.toHaveProperty('answer.updatedAt')
  })
})

test('watchman says when its lists were read, and other names', async () => {
  const business = { name: 'X', altNames: ['Y'] }
  const entry = { name: 'X', entityType: 'business', sourceList: 'us_ofac', sourceID: '1' }
  const entities = [{ ...entry, business, match: 1 }]
  await using harness = await open('watchman', ({ url }) =>
    url.pathname.endsWith('listinfo')
      ? { status: 200, body: { lists: {}, endedAt: '2026-11-22T06:00:00.123456789Z' } }
      : { status: 200, body: { entities } },
  )
  expect(await harness.account.buy(company(), contextOf())).toMatchObject({
    answer: {
      updatedAt: '2026-11-22T06:00:00.123456789Z',
      matches: [{ id: 'us_ofac:1', otherNames: ['Y'] }],
    },
  })
})

const watched = (being: object) => {
  const entry = { name: 'X', entityType: 'person', sourceList: 'us_ofac', sourceID: '1', match: 1 }
  return open('watchman', () => ({
    status: 200,
    body: { entities: [{ ...entry, person: being }] },
  }))
}

test.each([
  ['1965-05-30T00:00:00Z', ['1965-05-30']],
  ['1965-01-01T00:00:00Z', ['1965?']],
  ['1965-05-01T00:00:00Z', ['1965-05?']],
  ['0001-01-01T00:00:00Z', []],
  [null, []],
])('watchman writes %s where it knows %j', async (birthDate, birthDates) => {
  await using harness = await watched({ birthDate })
  const outcome = await harness.account.buy(person('Sanctions'), contextOf())
  const answer = outcome.kind === 'answered' && 'matches' in outcome.answer ? outcome.answer : {}
  expect(answer.matches?.map((match) => match.birthDates ?? [])).toEqual([birthDates])
})

test('watchman is told no birth date, and says the numbers of Brazil', async () => {
  const numbers = [['Brazil', '529.982.247-25'], ['Norway', '22095919778']] // prettier-ignore
  const governmentIDs = numbers.map(([country, identifier]) => ({ type: 'tax-id', country, identifier })) // prettier-ignore
  await using harness = await watched({ governmentIDs })
  const asked = person('Sanctions')
  const born = { ...asked, subject: { ...asked.subject, birthdate: '1965-05-30' } } as CheckRequest
  const outcome = await harness.account.buy(born, contextOf())
  expect(outcome).toMatchObject({ answer: { matches: [{ documents: ['52998224725'] }] } })
  expect(harness.server.requests.some(({ url }) => url.searchParams.has('birthDate'))).toBe(false)
})

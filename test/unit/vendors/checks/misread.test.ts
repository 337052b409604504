// An answer without what was asked for is no answer, whichever adapter reads it: never a clean one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import { trust } from '#src/screening/answers/trust.ts'
import { type CheckServer, startCheckServer } from '#test/support/vendors/check-server.ts'
import { contextOf } from '#test/support/vendors/check-harness.ts'
import { speakers } from '#test/support/vendors/misread.ts'

const uncertain = { kind: 'uncertain', cause: 'unreadable' }
const cases = speakers.flatMap((speaker) =>
  speaker.requests.map((request) => ({
    ...speaker,
    request,
    title: `${speaker.name}: ${request.service} of ${request.port}`,
  })),
)

describe.each(cases)('$title', ({ open, request, holding, entry, isSingle, isLenient }) => {
  let server: CheckServer
  let body: unknown
  beforeAll(async () => {
    server = await startCheckServer(() => ({ status: 200, body }))
  })
  afterAll(() => server.close())

  const ask = async (sent: unknown, about: CheckRequest = request) => {
    body = sent
    return trust(about, await open(server).buy(about, contextOf()))
  }

  test.each([
    ['nothing in it', {}],
    ['an empty list', []],
    ['null', null],
    ['a text', 'maintenance'],
    ['a number', 0],
    ['an error', { error: { code: 7, message: 'try later' } }],
    ['an error beside a status', { status: 'error', message: 'no quota' }],
    ['its part missing', holding(undefined)],
    ['null for its part', holding(null)],
    ['a text for its part', holding('none')],
    ['a number for its part', holding(0)],
    ['entries of another form', holding([{ verdict: 'clean' }])],
    ['entries of wrong types', holding([{ id: {}, name: 7, match: 'no', cnpj: 5, found: 'x' }])],
  ])('%s: nobody knows', async (_, sent) => {
    const found = await ask(sent)
    const isEmpty = found.kind === 'answered' && Object.keys(found.answer).length === 0
    // What a card's number says may all be absent, and then nothing is known.
    expect(request.port === 'card-risk' && isEmpty ? uncertain : found).toMatchObject(uncertain)
  })

  test('what it has is an answer', async () => {
    expect(await ask(holding(isSingle ? entry(500) : [entry(500)]))).toMatchObject({
      kind: 'answered',
    })
  })

  if (isSingle) return

  test('an empty list of the vendor is an answer that has nothing', async () => {
    const nothing = { kind: 'answered', answer: { [partOf(request.service)]: [] } }
    // A credit source without a score for somebody says so by `noData`.
    expect(await ask(holding([]))).toMatchObject(request.port === 'credit' ? uncertain : nothing)
  })

  test('one object where a list is wanted is its only item, or uncertain', async () => {
    const found = await ask(holding(entry(500)))
    const only = { kind: 'answered', answer: { [partOf(request.service)]: [{}] } }
    expect(found).toMatchObject(isLenient ? only : uncertain)
  })

  test('of 501 entries none that matches is lost', async () => {
    const found = await ask(holding(Array.from({ length: 501 }, (_, at) => entry(at))))
    expect(found.kind).toBe('answered')
    const answer: object = 'answer' in found ? found.answer : {}
    const items: unknown = Reflect.get(answer, partOf(request.service))
    expect(items).toHaveLength(request.port === 'credit' ? 100 : 500)
    expect(items).toContainEqual(expect.objectContaining(keptOf[partOf(request.service)]))
  })
})

test('one object where a list is wanted is the only item of it', () => {
  const only = { id: '1', kind: 'warrant' }
  const asked = { port: 'person-check', service: 'ArrestWarrant', subject: {} } as const
  // Safe because this is what an expression may give, whatever its type says.
  const given = { records: only } as unknown as { records: [] }
  expect(trust(asked, { kind: 'answered', answer: given })).toEqual({
    kind: 'answered',
    answer: { records: [only] },
  })
})

test('a credit score without a score is none', () => {
  const asked = { port: 'credit', service: 'CreditScore', subject: { document: '1', criterion: 1 } }
  const of = (answer: object) =>
    // Safe because this is what an adapter may give, whatever its type says.
    trust(asked as CheckRequest, { kind: 'answered', answer: answer as { scores: [] } })
  const misfit = { ...uncertain, misfit: 'scores' }
  expect([{}, { scores: [] }, { scores: null }].map(of)).toEqual(Array(3).fill(misfit))
})

test('that a list has nothing must be said', () => {
  const noData = { kind: 'no-data' } as const
  const of = (service: string) => trust({ port: 'person-check', service, subject: {} }, noData)
  const lists = ['Sanctions', 'Pep', 'AdverseMedia'].map(of)
  expect(lists).toEqual(Array(3).fill({ ...uncertain, misfit: 'matches' }))
  expect(of('LawSuits')).toEqual({ ...uncertain, misfit: 'records' })
  expect(of('BasicInfos')).toEqual(noData)
})

function partOf(service: string): keyof typeof keptOf {
  if (service === 'CreditScore') return 'scores'
  return /ArrestWarrant|CriminalRecord|LawSuits/.test(service) ? 'records' : 'matches'
}

/** Of too many the one that says most, or the first. */
const keptOf = {
  matches: { match: true },
  records: { id: 'record-0' },
  scores: { name: 'score-0', value: '0' },
} as const

// What holds whatever sources answer: facts of the subject are its own, silence is never good news, no hit is lost.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeAsked } from '#src/screening/facts/asked-facts.ts'
import { describeOthers } from '#src/screening/facts/other-facts.ts'
import { describeChecks } from '#src/screening/facts/person-facts.ts'
import { withNotSearched } from '#src/screening/answers/coverage.ts'
import { trust } from '#src/screening/answers/trust.ts'
import type { CheckAnswer } from '#src/screening/orders/port.ts'
import type { Statement } from '#src/screening/facts/statements.ts'
import { findMissingPart } from '#src/screening/wire/required.ts'
import { deriveInsights } from '#src/risk/insights/catalogue/catalogue.ts'
import { personServices } from '#src/journey/transaction/parts-schema.ts'
import { CreateTransaction } from '#src/journey/transaction/schema.ts'

const sent = CreateTransaction.parse({
  documentType: 'cpf',
  document: '52998224725',
  name: 'Maria Souza',
  birthdate: '1990-05-17',
})

const service = fc.constantFrom(...personServices)
const source = fc.constantFrom('one', 'two', 'three')
const version = fc.option(fc.constantFrom('1', '2', '10'), { nil: undefined })
const match = fc.record({
  id: fc.constantFrom('a', 'b'),
  name: fc.constant('x'),
  score: fc.constant(0.9),
  match: fc.boolean(),
  topics: fc.constant(['sanction']),
  lists: fc.constantFrom([], ['un'], ['eu']),
})
const answer = fc.oneof(
  fc.constant(null),
  fc.constant({}),
  fc.record({ matches: fc.array(match, { maxLength: 2 }), version }, { requiredKeys: [] }),
  fc.record({ records: fc.constantFrom([], [{ id: 'r', kind: 'warrant' }]) }),
  fc.record({ name: fc.constantFrom('Maria Souza', 'Rui Reis') }),
  fc.record({ status: fc.constantFrom('regular', 'deceased', 'pending', 'unknown') }),
)
const statement = (isOwn: boolean) =>
  fc.record({
    port: fc.constantFrom('person-check', 'company-check'),
    service,
    source,
    isAuthoritative: fc.boolean(),
    isOwn: fc.constant(isOwn),
    subject: fc.constantFrom({ document: '52998224725' }, { name: 'Rui' }),
    answer,
    // Safe because the answers have the forms of the ports, or say nothing.
  }) as fc.Arbitrary<Statement>

test('no sequence of answers about others changes a fact of the subject, and none of its own one of others', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(statement(true), statement(false)), { maxLength: 12 }),
      (said) => {
        const own = said.filter(({ isOwn }) => isOwn)
        const others = said.filter(({ isOwn }) => !isOwn)
        expect(describeChecks(said, sent)).toEqual(describeChecks(own, sent))
        expect(describeOthers(said)).toEqual(describeOthers(others))
      },
    ),
    { numRuns: 500 },
  )
})

test('no answer about the subject without its name makes it asked about or clean', () => {
  const nameless = statement(true).map((one) => ({ ...one, subject: { document: sent.document } }))
  fc.assert(
    fc.property(fc.array(nameless, { maxLength: 12 }), (said) => {
      expect(describeAsked(said, sent)).toEqual({
        listsAsked: false,
        listsAskedInPart: false,
        warrantsAsked: false,
      })
      const { sanctioned, exposed, debarred, wanted, hit } = describeChecks(said, sent)
      for (const one of [sanctioned, exposed, debarred, wanted, hit]) expect(one).not.toBe(false)
    }),
    { numRuns: 500 },
  )
})

const anything = fc.oneof(
  fc.anything({ maxDepth: 3 }),
  fc.dictionary(
    fc.constantFrom('matches', 'records', 'name', 'status', 'found', 'document', 'error'),
    fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.array(match, { maxLength: 3 })),
  ),
)

test('no answer without its required part is an answer, or ends in a positive finding', () => {
  fc.assert(
    fc.property(service, anything, fc.boolean(), (asked, given, isAuthoritative) => {
      const subject = { document: '52998224725' }
      const request = { port: 'person-check', service: asked, subject } as const
      const found = trust(request, { kind: 'answered', answer: given as CheckAnswer })
      const isStated =
        found.kind === 'answered' && findMissingPart(asked, found.answer) === undefined
      expect(isStated || found.kind === 'uncertain').toBe(true)
      if (isStated) return
      // Even if it had been kept.
      const kept = { ...request, source: 'one', isAuthoritative, isOwn: true, answer: null }
      const checks = describeChecks([kept], sent)
      const insights = deriveInsights({ checks })
      expect(insights.filter(({ relevance }) => relevance === 'Positivo')).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test('no list of hits is lost by failover: what another source answers takes none back', () => {
  const hit: CheckAnswer = {
    matches: [{ id: 'h', name: 'x', score: 1, match: true, topics: [], lists: ['un'] }],
  }
  const ofHit: Statement = {
    port: 'person-check',
    service: 'Sanctions',
    source: 'hit',
    isAuthoritative: false,
    isOwn: true,
    subject: { document: '52998224725' },
    answer: hit,
  }
  fc.assert(
    fc.property(
      fc.array(statement(true), { maxLength: 8 }),
      fc.array(statement(true), { maxLength: 8 }),
      (before, after) => {
        expect(describeChecks([...before, ofHit, ...after], sent)).toMatchObject({
          sanctioned: true,
          sanctionedBy: expect.arrayContaining(['hit un -']),
        })
      },
    ),
    { numRuns: 500 },
  )
})

test('after a failover to a source that covers less, what nobody searched is no good news, and is said', () => {
  const kinds = fc.subarray(['sanction', 'debarment', 'wanted'] as const)
  const accounts = fc.array(fc.option(kinds, { nil: undefined }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(accounts, fc.nat(3), (stated, answers) => {
      const all = stated.map((own, at) => ({ id: `${at}`, covers: () => own }))
      // Who does not say what its lists are of has those of the service.
      const covered = stated.map((own) => own ?? (['sanction'] as const))
      const at = answers % all.length
      const asked = { id: `${at}`, accounts: all }
      const answer = withNotSearched({ matches: [] }, 'Sanctions', asked)
      const wanted = new Set(covered.slice(0, at).flat())
      const own: readonly string[] = covered[at] ?? []
      const missing = [...wanted].filter((kind) => !own.includes(kind)).toSorted()
      const statement: Statement = {
        port: 'person-check',
        service: 'Sanctions',
        source: `${at}`,
        isAuthoritative: false,
        isOwn: true,
        subject: { document: '52998224725', name: 'Maria Souza' },
        answer,
      }
      const facts = describeChecks([statement], sent)
      expect(facts.listsNotSearched ?? []).toEqual(missing)
      expect(facts.sanctioned).toBe(missing.includes('sanction') ? undefined : false)
      expect(facts.debarred).toBe(missing.includes('debarment') ? undefined : false)
      const codes = deriveInsights({ checks: facts }).map(({ code }) => code)
      expect(codes.includes('PC021')).toBe(missing.length > 0)
      expect(codes.includes('PC004')).toBe(facts.sanctioned === false)
      // A source that has it all makes it whole.
      const whole = { ...statement, source: 'whole', answer: { matches: [] } }
      expect(describeChecks([statement, whole], sent)).toMatchObject({ sanctioned: false })
      expect(describeChecks([statement, whole], sent)).not.toHaveProperty('listsNotSearched')
    }),
  )
})

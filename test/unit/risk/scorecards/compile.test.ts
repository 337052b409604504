// A scorecard is data: what it gives depends on the facts and on the scorecard, and one that does not hold is
// refused with the place of each fault.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FactGroup } from '#src/journey/facts/vocabulary/fact.ts'
import { vocabulary, type KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { capabilities } from '#src/main/capabilities.ts'
import { createFacts } from '#src/journey/facts/facts.ts'
import { ConditionFailed, ConditionRefused } from '#src/platform/cel/cel.ts'
import { ownScorecards } from '#src/risk/scorecards/built-in/built-in.ts'
import { compileScorecard, findScorecardFaults } from '#src/risk/scorecards/compile.ts'
import { Scorecard, type ScorecardRule } from '#src/risk/scorecards/document.ts'
import { ownFacts as factsOf } from '../insights/own.ts'

const { variables } = createFacts(capabilities.flatMap(({ facts }) => facts ?? []))

const rule = (code: string, when: string, points: number): ScorecardRule => ({
  code,
  when,
  points,
  description: `Regra ${code}`,
})
const card = (base: number, ...rules: ScorecardRule[]) =>
  compileScorecard({ base, rules }, variables)

describe('a scorecard', () => {
  test('adds the points of the rules that apply to its base, and tells them', () => {
    const tried = card(
      10,
      rule('a', 'card.prepaid', 5),
      rule('b', 'phones.count > 3', -20),
      rule('c', 'true', 30),
    )
    expect(tried.evaluate({ card: { prepaid: true }, phones: { count: 1 } })).toEqual({
      value: 45,
      reason: 'Regra c; Regra a',
      reasons: [
        { code: 'a', points: 5, description: 'Regra a' },
        { code: 'c', points: 30, description: 'Regra c' },
      ],
    })
  })

  test.for([
    [200, 100],
    [-50, 0],
    [49.5, 50],
  ])('with %d points is worth %d', ([base, value]) => {
    expect(card(base ?? 0).evaluate({}).value).toBe(value)
  })

  test('names the band of its value', () => {
    const bands = [
      { from: 0, name: 'low' },
      { from: 50, name: 'high' },
    ]
    const bandOf = (base: number) =>
      compileScorecard({ base, rules: [rule('a', 'false', 1)], bands }, variables).evaluate({}).band
    expect([0, 49, 50, 100].map(bandOf)).toEqual(['low', 'low', 'high', 'high'])
  })

  test('of which no rule applies says so', () => {
    expect(card(50).evaluate({})).toEqual({
      value: 50,
      reason: 'Nenhuma regra se aplicou',
      reasons: [],
    })
  })

  test('with a rule over what is not known leaves it out, for and against', () => {
    const tried = card(10, rule('a', 'card.prepaid', 5), rule('b', '!card.prepaid', 7))
    expect(tried.evaluate({}).reasons).toEqual([])
    expect(tried.evaluate({ card: { prepaid: false } }).value).toBe(17)
  })

  test('with a rule that cannot be answered for another reason fails, and gives no score', () => {
    const mistyped = { card: { prepaid: 'yes' } } as unknown as KnownFacts
    expect(() => card(10, rule('a', 'card.prepaid', 5)).evaluate(mistyped)).toThrow(ConditionFailed)
  })

  test('sees insights by their codes', () => {
    const tried = card(0, rule('a', 'insight.DO001 && !insight.DO002', 5))
    expect(tried.evaluate(factsOf({})).value).toBe(5)
  })

  test('asks only for groups that its rules name, and for all where they ask for insights', () => {
    expect(card(0, rule('a', 'card.prepaid && "email" == "x"', 1)).groups).toEqual(
      new Set(['card', 'email']),
    )
    expect(card(0, rule('a', 'insight.DO001', 1)).groups).toBeUndefined()
  })

  test('with a rule that does not hold is refused', () => {
    expect(() => card(10, rule('a', 'card.unknown', 5))).toThrow(ConditionRefused)
  })
})

test.for<[string, unknown, string]>([
  ['card.unknown', { when: 'card.unknown' }, '/rules/1/when'],
  ['a number', { when: 'phones.count' }, '/rules/1/when'],
  ['an unknown insight', { when: 'insight.XX999' }, '/rules/1/when'],
  ['a regular expression', { when: 'card.scheme.matches("(a+)+$")' }, '/rules/1/when'],
  ['a prototype', { when: 'card.__proto__ != null' }, '/rules/1/when'],
  ['a constructor', { when: 'card.constructor == card.constructor' }, '/rules/1/when'],
  ['a computed key', { when: 'card["pre" + "paid"]' }, '/rules/1/when'],
  ['a code that is taken', { code: 'a' }, '/rules/1/code'],
])('%s is refused, with its place', ([, changed, pointer]) => {
  const rules = [rule('a', 'true', 1), { ...rule('b', 'true', 1), ...(changed as object) }]
  const faults = findScorecardFaults(Scorecard.parse({ base: 0, rules }), variables)
  expect(new Set(faults.map((one) => one.pointer))).toEqual(new Set([pointer]))
})

test('bands begin ever higher', () => {
  const bands = [5, 10, 10].map((from) => ({ from, name: 'x' }))
  const faults = findScorecardFaults({ base: 0, rules: [rule('a', 'true', 1)], bands }, variables)
  expect(faults.map((one) => one.pointer)).toEqual(['/bands/2/from'])
})

test.for(
  ownScorecards.map(
    ({ name, version = 1, scorecard: own }) => [`${name}@${version}`, own] as const,
  ),
)('%s, which comes with the service, holds', ([, own]) => {
  expect(Scorecard.safeParse(own).error).toBeUndefined()
  expect(findScorecardFaults(own, variables)).toEqual([])
})

const scalar = {
  bool: fc.boolean(),
  double: fc.integer({ min: -5, max: 200 }),
  string: fc.string(),
}
const valueOf = (type: FactGroup[string]['type']): fc.Arbitrary<unknown> => {
  if (typeof type === 'string') return scalar[type]
  return 'oneOf' in type ? fc.constantFrom<unknown>(...type.oneOf) : fc.array(valueOf(type.list))
}
const someFacts: fc.Arbitrary<KnownFacts> = fc.record(
  Object.fromEntries(
    Object.entries(vocabulary).map(([group, facts]) => [
      group,
      fc.record(
        Object.fromEntries(Object.entries(facts).map(([name, { type }]) => [name, valueOf(type)])),
        { requiredKeys: [] },
      ),
    ]),
  ),
  { requiredKeys: [] },
)

test('a score is a function of the facts and of the version of the scorecard alone', () => {
  const twice = ownScorecards.map(({ scorecard: own }) =>
    [0, 1].map(() => compileScorecard(structuredClone(own), variables)),
  )
  fc.assert(
    fc.property(someFacts, (facts) => {
      for (const [one, other] of twice) {
        const scored = one?.evaluate(facts)
        expect(other?.evaluate(structuredClone(facts))).toEqual(scored)
        expect(Number.isInteger(scored?.value)).toBe(true)
        expect(scored?.value).toBeGreaterThanOrEqual(0)
        expect(scored?.value).toBeLessThanOrEqual(100)
      }
    }),
    { numRuns: 50 },
  )
})

test('what the client says that it has verified counts nothing in any card of the service', () => {
  const declared = [
    {
      email: { present: true, declaredVerified: true },
      phones: { plausible: 2, declaredVerified: 2 },
    },
    {
      email: { present: true, declaredVerified: false },
      phones: { plausible: 2, declaredVerified: 0 },
    },
  ]
  // The first one of identity is what old packs name.
  for (const { scorecard } of ownScorecards.slice(1)) {
    const own = compileScorecard(scorecard, variables)
    const [said, unsaid] = declared.map((facts) => own.evaluate(facts))
    expect(said).toEqual(unsaid)
  }
})

// Each of them must not be approved by its score alone, whatever else is good: packs ask for 40.
test.each<[string, KnownFacts]>([
  ['a spoof', { liveness: { status: 2 } }],
  ['another face', { faceMatch: { verdict: 'no-match' } }],
  ['a refused document', { documentReading: { result: 'Reprovado' } }],
  ['a denied device', { device: { status: 3, scoreClassification: 3 } }],
  ['a denial', { phones: { denied: true, verifiedByReply: true } }],
  ['somebody sanctioned', { checks: { sanctioned: true } }],
  ['somebody wanted', { checks: { wanted: true } }],
  ['somebody dead', { checks: { personDead: true, personRegular: false } }],
  ['somebody else', { checks: { personNameMatches: false, birthdateMatches: false } }],
  ['a company that is closed', { company: { active: false, inRegistry: true } }],
  ['a company that is not there', { company: { inRegistry: false } }],
])('%s has less than 40 points of identity', (_, facts) => {
  const [, identity] = ownScorecards
  if (!identity) throw new Error('no card')
  const good = { document: { checkDigitsHold: true }, age: { known: true, years: 30 } }
  const phones = { ...facts.phones, plausibleMobile: 1 }
  const own = compileScorecard(identity.scorecard, variables)
  expect(own.evaluate(good).value).toBe(60)
  expect(own.evaluate({ ...good, ...facts, phones }).value).toBeLessThan(40)
})

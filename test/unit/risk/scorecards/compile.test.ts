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
import { compileScorecard } from '#src/risk/scorecards/compile.ts'
import { Scorecard, type ScorecardRule } from '#src/risk/scorecards/document.ts'
import { findScorecardFaults } from '#src/risk/scorecards/faults.ts'
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
      partly: false,
    })
  })

  test.for([
    [200, 100],
    [-50, 0],
    [49.5, 50],
  ])('with %d points is worth %d', ([base, value]) => {
    expect(card(base ?? 0).evaluate({})?.value).toBe(value)
  })

  test('names the band of its value', () => {
    const bands = [
      { from: 0, name: 'low' },
      { from: 50, name: 'high' },
    ]
    const bandOf = (base: number) =>
      compileScorecard({ base, rules: [rule('a', 'false', 1)], bands }, variables).evaluate({})
        ?.band
    expect([0, 49, 50, 100].map(bandOf)).toEqual(['low', 'low', 'high', 'high'])
  })

  test('of which no rule applies says so', () => {
    expect(card(50).evaluate({})).toEqual({
      value: 50,
      reason: 'Nenhuma regra se aplicou',
      reasons: [],
      partly: false,
    })
  })

  test('with a rule over what is not known leaves it out, for and against', () => {
    const tried = card(10, rule('a', 'card.prepaid', 5), rule('b', '!card.prepaid', 7))
    expect(tried.evaluate({})?.reasons).toEqual([])
    expect(tried.evaluate({ card: { prepaid: false } })?.value).toBe(17)
  })

  test('with a rule that cannot be answered for another reason fails, and gives no score', () => {
    const mistyped = { card: { prepaid: 'yes' } } as unknown as KnownFacts
    expect(() => card(10, rule('a', 'card.prepaid', 5)).evaluate(mistyped)).toThrow(ConditionFailed)
  })

  test('sees insights by their codes', () => {
    const tried = card(0, rule('a', 'insight.DO001 && !insight.DO002', 5))
    expect(tried.evaluate(factsOf({}))?.value).toBe(5)
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
)('%s, which comes with the service, holds, and needs nothing', ([, own]) => {
  expect(Scorecard.safeParse(own).error).toBeUndefined()
  const base = Math.min(own.base, 50)
  expect(findScorecardFaults({ ...own, base }, variables)).toEqual([])
  expect(own.needs).toBeUndefined()
})

describe('what nobody has asked for makes no point, and is said', () => {
  const asked = { sanctioned: false, exposed: false, listsAsked: true, personFound: true }
  const clean: KnownFacts = { checks: asked }
  test.for<[string, string, KnownFacts, string[] | undefined, boolean]>([
    ['a fact of nobody', 'checks.sanctioned', {}, ['checks.sanctioned'], false],
    ['its no', '!checks.sanctioned', {}, ['checks.sanctioned'], false],
    ['an insight that nobody looked for', 'insight.PC001', {}, ['checks.sanctioned'], false],
    ['the no of one', '!insight.PC001', {}, ['checks.sanctioned'], false],
    ['a good finding that nobody looked for', '!insight.PC004', {}, ['checks.sanctioned'], false],
    ['a spoof where there was no liveness', '!insight.BM002', {}, ['liveness.status'], false],
    ['a company that nobody looked up', '!insight.CO002', { document: { type: 'cnpj' } }, ['company.active'], false],
    ['a domain that nobody looked up', '!insight.EM006', { email: { present: true } }, ['email.takesMail'], false],
    ['two, of which one is known', 'checks.exposed && checks.wanted', { checks: { exposed: true } }, ['checks.wanted'], false],
    ['a doubt of a source that nobody asked', '!insight.PC011', {}, ['checks.personStatusDoubtful'], false],
    ['a fact that is known', '!checks.sanctioned', clean, undefined, true],
    ['an insight that is not there', '!insight.PC001', clean, undefined, true],
    ['an insight that is there', 'insight.PC004', clean, undefined, true],
    ['what is known beside it', 'checks.exposed && checks.wanted', clean, undefined, false],
    ['what it asks for itself', 'has(checks.wanted) && checks.wanted', {}, undefined, false],
    ['that a fact is not there', '!has(checks.wanted)', {}, undefined, true],
    ['that nobody looked for an insight', '!has(insight.PC001)', {}, undefined, true],
    ['an address that was not sent', '!insight.EM006', { email: { present: false } }, undefined, true],
    ['a card that was not sent', '!insight.CD006', {}, undefined, true],
    ['the register of companies of a person', '!insight.CO002', { document: { type: 'cpf' } }, undefined, true],
    ['others where nobody is known', '!insight.PC017', clean, undefined, true],
    ['a doubt of a source that has answered', '!insight.PC011', clean, undefined, true],
    ['its own data', '!insight.NM002', {}, undefined, true],
  ])('%s: %s', ([, when, facts, missing, applies]) => {
    const score = card(50, rule('a', when, 10)).evaluate(facts)
    expect(score).toMatchObject({ value: applies ? 60 : 50, partly: missing !== undefined })
    expect(score?.missing).toEqual(missing)
  }) // prettier-ignore
})

describe('a card that needs facts', () => {
  const needing = (...needs: string[]) =>
    compileScorecard({ base: 90, rules: [rule('a', 'checks.sanctioned', -80)], needs }, variables)
  test.for<[string, string[], KnownFacts, number | undefined]>([
    ['gives no score without one', ['checks.sanctioned'], {}, undefined],
    ['gives none with one of two', ['checks.sanctioned', 'liveness.status'], { checks: { sanctioned: false } }, undefined],
    ['gives none for an insight that nobody looked for', ['insight.PC001'], {}, undefined],
    ['gives one once it is known', ['checks.sanctioned'], { checks: { sanctioned: false } }, 90],
    ['gives one where it speaks against', ['checks.sanctioned'], { checks: { sanctioned: true } }, 10],
    ['gives one for an insight that is not there', ['insight.PC001'], { checks: { sanctioned: false } }, 90],
  ])('%s', ([, needs, facts, value]) => {
    expect(needing(...needs).evaluate(facts)?.value).toBe(value)
    expect(needing(...needs).rate(facts, 'Document') === undefined).toBe(value === undefined)
  }) // prettier-ignore

  test('names facts that there are, each with its place', () => {
    const needs = ['checks.sanctioned', 'checks.nothing', 'insight.PC001', 'insight.XX1', 'x.y']
    const faults = findScorecardFaults({ base: 1, rules: [rule('a', 'true', 1)], needs }, variables)
    expect(faults.map(({ pointer }) => pointer)).toEqual(['/needs/1', '/needs/3', '/needs/4'])
  })
})

test.for<[string, number, string, number, string[], boolean]>([
  ['a sanction that nobody may have asked for', 100, 'checks.sanctioned', -100, [], true],
  ['one point over the middle', 51, 'checks.hit', -1, [], true],
  ['an insight', 100, 'insight.PC001', -100, [], true],
  ['the no of an insight', 80, '!insight.PC004', -80, [], true],
  ['another fact that it needs', 100, 'checks.sanctioned', -100, ['checks.exposed'], true],
  ['one of two facts that it needs', 100, 'checks.sanctioned || checks.exposed', -60, ['checks.exposed'], true],
  ['another fact that it asks for', 100, 'has(checks.exposed) && checks.sanctioned', -60, [], true],
  ['a list that it walks', 100, 'velocity.alerts.exists(one, one == "VL007")', -60, [], true],
  ['a comparison', 90, 'age.years < 18.0', -50, [], true],
  ['a fact of its own data', 60, '!document.checkDigitsHold', -40, [], true],
  ['what it needs', 100, 'checks.sanctioned', -100, ['checks.sanctioned'], false],
  ['an insight that it needs', 100, 'insight.PC001', -100, ['insight.PC001'], false],
  ['what it asks for', 100, '!has(checks.listsAsked) || !checks.listsAsked', -60, [], false],
  ['two facts that it asks for', 100, 'has(checks.hit) && has(device.status) && checks.hit && device.status == 3.0', -60, [], false],
  ['a base in the middle', 50, 'checks.sanctioned', -50, [], false],
  ['a low base', 0, 'checks.sanctioned', -50, [], false],
  ['points that it adds', 100, 'checks.listsAsked', 5, [], false],
  ['no points', 100, 'checks.listsAsked', 0, [], false],
  ['no fact', 100, 'true', -10, [], false],
  ['a list that it needs', 100, 'velocity.alerts.exists(one, one == "VL007")', -60, ['velocity.alerts'], false],
])('a good base takes away only over what is known: %s', ([, base, when, points, needs, isRefused]) => {
  const given = { base, rules: [rule('a', when, points)], ...(needs.length > 0 && { needs }) }
  const faults = findScorecardFaults(Scorecard.parse(given), variables)
  expect(faults.map(({ pointer }) => pointer)).toEqual(isRefused ? ['/rules/0/when'] : [])
}) // prettier-ignore

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
  expect(own.evaluate(good)?.value).toBe(60)
  expect(own.evaluate({ ...good, ...facts, phones })?.value).toBeLessThan(40)
})

import { describe, expect, test } from 'vitest'
import { compileScorecard, type ScoreRule } from '#src/modules/score/scorecard.ts'
import { ConditionFailed, ConditionRefused } from '#src/packs/cel.ts'
import type { CelVariables } from '#src/packs/cel-variables.ts'

const variables = {
  fact: { record: { known: 'bool', size: 'double' } },
} as const satisfies CelVariables
const rule = (code: string, when: string, points: number): ScoreRule => ({
  code,
  when,
  points,
  description: `Regra ${code}`,
})
const card = (base: number, ...rules: ScoreRule[]) =>
  compileScorecard({ name: 'tried', version: 1, base, rules }, variables)

describe('a scorecard', () => {
  test('adds the points of the rules that apply to its base, and tells them', () => {
    const tried = card(
      10,
      rule('a', 'fact.known', 5),
      rule('b', 'fact.size > 3', -20),
      rule('c', 'true', 30),
    )
    expect(tried.evaluate({ fact: { known: true, size: 1 } })).toEqual({
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

  test('of which no rule applies says so', () => {
    expect(card(50).evaluate({})).toEqual({
      value: 50,
      reason: 'Nenhuma regra se aplicou',
      reasons: [],
    })
  })

  test('with a rule that cannot be answered fails, and gives no score', () => {
    const tried = card(10, rule('a', 'fact.known', 5))
    expect(() => tried.evaluate({ fact: {} })).toThrow(ConditionFailed)
  })

  test('with a rule that does not hold is refused', () => {
    expect(() => card(10, rule('a', 'fact.unknown', 5))).toThrow(ConditionRefused)
    expect(() => card(10, rule('a', 'fact.size', 5))).toThrow(ConditionRefused)
  })

  test.for([Number.NaN, Number.POSITIVE_INFINITY])('with %d points is refused', (points) => {
    expect(() => card(10, rule('a', 'true', points))).toThrow('not finite')
    expect(() => card(points)).toThrow('not finite')
  })

  test('with two rules of one code is refused', () => {
    expect(() => card(10, rule('a', 'true', 1), rule('a', 'true', 2))).toThrow('one code')
  })
})

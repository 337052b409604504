// Results that a module did not bring: no expression takes them for an empty list, however it comes to them.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerCondition } from '#src/packs/conditions/conditions.ts'
import { findUnofferedFaults } from '#src/packs/conditions/unoffered.ts'
import type { ConditionAnswer } from '#src/packs/document/walk.ts'
import { vocabulary } from '#test/support/packs/own-pack.ts'
import { definePack, module, sequence, stop, when } from '#test/support/packs/build.ts'

const faces = { key: 'facialBiometrics' } as const
const score = { key: 'score' } as const
const sections: Readonly<Record<string, unknown[]>> = {
  score: [{ value: 60, band: 'fair' }],
  facialBiometrics: [],
}
const sight = {
  section: async (key: string) => ({
    moduleStatus: sections[key]?.length ? ('completed' as const) : ('skipped' as const),
    results: sections[key] ?? [],
  }),
  facts: async () => ({ device: { rules: [1006, 2001] }, lists: {} }),
  transaction: async () => ({}),
}

const packOf = (condition: string) =>
  definePack('own', 1, sequence(module(faces), module(score), when([faces, score], condition, stop('approved', 'x')))) // prettier-ignore

const answerOf = (condition: string): Promise<ConditionAnswer> =>
  answerCondition(sight, { pack: packOf(condition), path: '/steps/2' }, vocabulary)

const steps = 'steps.facialBiometrics'
const empty = '?results.orValue([]).size() == 0'

describe('a default over results that nobody brought is no answer', () => {
  test.for([
    // By its name.
    `${steps}.${empty}`,
    `facialBiometrics.${empty}`,
    `steps["facialBiometrics"].${empty}`,
    `${steps}[?"results"].orValue([]).size() == 0`,
    `${steps}.?results.hasValue() == false`,
    `${steps}.?results == optional.none()`,
    `${steps}.?results.or(optional.of(${steps}.results)).hasValue() == false`,
    `!${steps}.?results.orValue([]).exists(r, r.livenessStatus == 2)`,
    `${steps}.?results[0].livenessStatus.orValue(1.0) == 1`,
    `${steps}.results[?0].hasValue() == false`,
    `(${steps}).${empty}`,
    // As an optional itself.
    `steps.?facialBiometrics.${empty}`,
    `steps.?facialBiometrics.results.orValue([]).size() == 0`,
    `steps.?facialBiometrics["results"].orValue([]).size() == 0`,
    `steps[?"facialBiometrics"].${empty}`,
    `steps[?"facialBiometrics"].results.orValue([]).size() == 0`,
    `optional.of(${steps}).value().${empty}`,
    `optional.of(${steps}).${empty}`,
    `optional.of(${steps}).results.orValue([]).size() == 0`,
    `optional.none().or(optional.of(${steps})).results.orValue([]).size() == 0`,
    `optional.of(steps).facialBiometrics.results.orValue([]).size() == 0`,
    `optional.of(facialBiometrics).results.hasValue() == false`,
    // By a loop variable.
    `[${steps}].all(s, s.${empty})`,
    `[${steps}].exists(s, s.?results.hasValue() == false)`,
    `[${steps}].exists_one(s, s.${empty})`,
    `![${steps}].exists(s, s.?results.orValue([]).exists(r, r.livenessStatus == 2))`,
    `[${steps}].exists_one(s, !s.?results.orValue([]).exists(r, r.livenessStatus == 2))`,
    `[${steps}].filter(s, s.${empty}).size() == 1`,
    `[${steps}].map(s, s.?results.orValue([]).size()).exists(n, n == 0)`,
    `[${steps}].map(s, s.?results).all(o, !o.hasValue())`,
    `[${steps}].map(s, optional.of(s)).all(o, !o.results.hasValue())`,
    `[${steps}].all(s, optional.of(s).results.hasValue() == false)`,
    `[${steps}].all(s, s[?"results"].hasValue() == false)`,
    `[[${steps}]].all(l, l.all(s, s.${empty}))`,
    `[1.0].all(n, [${steps}].all(s, s.${empty}))`,
    `[steps].all(all, all.facialBiometrics.${empty})`,
    `[steps].all(all, all.?facialBiometrics.?results.hasValue() == false)`,
    `[steps].all(all, !has(all.facialBiometrics))`,
    // By a list, a map or a choice.
    `[${steps}][0].${empty}`,
    `[${steps}][?0].results.orValue([]).size() == 0`,
    `{"a": ${steps}}["a"].${empty}`,
    `{"a": ${steps}}.a.${empty}`,
    `{"a": ${steps}}.?a.results.orValue([]).size() == 0`,
    `{"a": ${steps}}[?"a"].${empty}`,
    `(true ? ${steps} : ${steps}).${empty}`,
    `(false ? optional.none() : optional.of(${steps})).results.hasValue() == false`,
    `(steps).?facialBiometrics.${empty}`,
    `!has((steps).facialBiometrics)`,
    `cel.bind(s, ${steps}, s.${empty})`,
    `optional.of(${steps}).optMap(s, s.${empty}).orValue(true)`,
    `optional.of(${steps}).optFlatMap(s, s.?results).hasValue() == false`,
    // A text outside of the syntax tree names no step.
    `[steps /* . */ . /* . */ facialBiometrics].all(s, s.${empty})`,
    // Of facts and of the transaction.
    `!facts.checks.?hit.orValue(false)`,
    `optional.of(facts.checks).?hit.orValue(true)`,
    `facts.checks.?sanctionedBy.orValue([]).size() == 0`,
    `[facts.lists].all(l, l.?denyAction.orValue("none") == "none")`,
    `[facts].all(f, f.?checks.?hit.orValue(true))`,
    `transaction.?channelId.orValue("web") == "web"`,
    `transaction.?genericFields[?"campaign"].orValue("spring") == "spring"`,
    // Without any default.
    `${steps}.results.size() == 0`,
    `${steps}.results.all(r, r.livenessStatus == 2)`,
    `[${steps}].all(s, s.results.size() == 0)`,
    `![${steps}].exists(s, s.results.exists(r, r.livenessStatus == 2))`,
  ])('%s', async (condition) => {
    const isRefused = findUnofferedFaults(packOf(condition), vocabulary).length > 0
    expect(await answerOf(condition)).toBe(isRefused ? 'failed' : 'unanswered')
  })

  test('however its receiver is wrapped', async () => {
    const wraps: readonly ((of: string) => string)[] = [
      (of) => `(${of})`,
      (of) => `[${of}][0]`,
      (of) => `{"a": ${of}}["a"]`,
      (of) => `{"a": ${of}}.a`,
      (of) => `(true ? ${of} : ${of})`,
      (of) => `optional.of(${of}).value()`,
      (of) => `[${of}].filter(f, true)[0]`,
      (of) => `[${of}].map(m, m)[0]`,
      (of) => `optional.of(${of})`,
      (of) => `[${of}][?0]`,
    ]
    const asks: readonly ((of: string) => string)[] = [
      (of) => `${of}.${empty}`,
      (of) => `${of}[?"results"].hasValue() == false`,
      (of) => `optional.of(${of}).results.orValue([]).size() == 0`,
      (of) => `[${of}].all(s, s.${empty})`,
      (of) => `![${of}].exists(s, s.?results.orValue([]).exists(r, r.livenessStatus == 2))`,
    ]
    const receiver = fc
      .tuple(
        fc.constantFrom(steps, 'facialBiometrics'),
        fc.array(fc.constantFrom(...wraps), { maxLength: 3 }),
      ) // prettier-ignore
      .map(([start, around]) => around.reduce<string>((of, wrap) => wrap(of), start))
    await fc.assert(
      fc.asyncProperty(receiver, fc.constantFrom(...asks), async (of, ask) => {
        expect(['unanswered', 'failed']).toContain(await answerOf(ask(of)))
      }),
      { numRuns: 300 },
    )
  })
})

describe('what asks, and what has a default for what was brought, is answered', () => {
  test.for<[string, boolean]>([
    [`has(${steps}.results)`, false],
    [`!has(${steps}.results) && ${steps}.moduleStatus == "skipped"`, true],
    [`[${steps}].all(s, !has(s.results))`, true],
    [`[${steps}].all(s, s.moduleStatus == "skipped")`, true],
    [`${steps}.?moduleStatus.orValue("") == "skipped"`, true],
    [`[${steps}].all(s, s.?moduleStatus.orValue("") == "skipped")`, true],
    [`has(${steps}.results) && ${steps}.results.exists(r, r.?livenessStatus.orValue(1.0) == 1)`, false], // prettier-ignore
    [`!has(${steps}.results) && steps.score.results[0].?band.orValue("") == "fair"`, true],
    [`steps.score.?results.orValue([]).exists(r, r.value == 60)`, true],
    [`steps.score.?results.hasValue()`, true],
    [`steps.?score.results.orValue([]).size() == 1`, true],
    [`score.results.exists(r, r.?band.orValue("none") == "fair")`, true],
    [`score.results[?0].hasValue()`, true],
    [`score.results[?7].hasValue()`, false],
    [`score.results[0].?value.orValue(0.0) == 60`, true],
    [`score.results.filter(r, r.?value.orValue(0.0) > 50).size() == 1`, true],
    [`!has(facts.lists.denyAction)`, true],
    [`facts.device.rules.exists(rule, rule in [1006.0, 3001.0])`, true],
    [`facts.device.?rules.orValue([]).all(rule, rule > 1000)`, true],
    [`[facts.device].all(d, d.?rules.orValue([]).size() == 2)`, true],
    [`optional.none().hasValue()`, false],
  ])('%s is %s', async ([condition, expected]) => {
    expect(findUnofferedFaults(packOf(condition), vocabulary)).toEqual([])
    expect(await answerOf(condition)).toBe(expected)
  })
})

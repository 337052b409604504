// An optional gives no default for what is absent, however an expression comes to it; only has() may ask.
import { describe, expect, test } from 'vitest'
import { compileCondition, ConditionFailed, findConditionFaults } from '#src/platform/cel/cel.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'

const variables = {
  facts: {
    record: {
      checks: { record: { hit: 'bool', by: { list: 'string' }, listed: 'double' } },
      lists: { record: { denied: 'bool', by: { list: 'string' } } },
    },
  },
  generic: { map: 'string' },
  results: { list: { record: { value: 'double', band: 'string' } } },
} as const satisfies CelVariables

const context = {
  facts: { checks: {}, lists: { denied: true, by: ['phone'] } },
  generic: { campaign: 'spring' },
  results: [{ value: 60 }],
}

function answer(source: string): boolean | string {
  expect(findConditionFaults(source, variables)).toEqual([])
  try {
    return compileCondition(source, variables).evaluate(context)
  } catch (error) {
    if (error instanceof ConditionFailed) return error.isUnanswered ? 'unanswered' : error.code
    throw error
  }
}

describe('a default over what is absent is no answer', () => {
  test.for([
    'facts.checks.?hit.orValue(false)',
    '!facts.checks.?hit.orValue(false)',
    'facts.?checks.?hit.orValue(true)',
    'facts.?checks.hit.orValue(true)',
    'facts[?"checks"][?"hit"].orValue(true)',
    'facts["checks"][?"hit"].hasValue()',
    '!facts.checks.?hit.hasValue()',
    'facts.checks.?hit.or(optional.of(true)).value()',
    'facts.checks.?hit.value()',
    'optional.of(facts.checks).?hit.orValue(true)',
    'optional.of(facts.checks).hit.orValue(true)',
    'optional.of(facts.checks)[?"hit"].orValue(true)',
    'optional.of(facts).checks.hit.orValue(true)',
    'optional.of(facts.checks).value().?hit.orValue(true)',
    'optional.none().or(optional.of(facts.checks)).hit.orValue(true)',
    'facts.checks.?by.orValue([]).size() == 0',
    'facts.checks.?by.orValue([]).all(one, one == "x")',
    'facts.checks.?by[?0].hasValue()',
    'facts.checks.?listed.orValue(0.0) < 1',
    '[facts.checks].all(c, c.?hit.orValue(true))',
    '[facts.checks].exists(c, !c.?hit.orValue(false))',
    '[facts.checks].exists_one(c, c.?hit.orValue(true))',
    '[facts.checks].filter(c, c.?hit.orValue(true)).size() == 1',
    '[facts.checks].map(c, c.?hit.orValue(true))[0]',
    '[facts.checks].map(c, c.?hit).all(o, !o.hasValue())',
    '[facts].all(f, f.checks.?hit.orValue(true))',
    '[optional.of(facts.checks)].all(o, o.hit.orValue(true))',
    '[facts.checks][?0].hit.orValue(true)',
    '{"a": facts.checks}["a"].?hit.orValue(true)',
    '{"a": facts.checks}[?"a"].hit.orValue(true)',
    '(true ? facts.checks : facts.checks).?hit.orValue(true)',
    'facts.checks.?hit.orValue(true) ? true : true',
    'generic.?plan.orValue("free") == "free"',
    'generic[?"plan"].orValue("free") == "free"',
    'optional.of(generic).plan.orValue("free") == "free"',
    'results[0].?band.orValue("none") == "none"',
    'results[?0].band.orValue("none") == "none"',
    'results.all(r, r.?band.orValue("none") == "none")',
  ])('%s', (source) => {
    expect(answer(source)).toBe('unanswered')
  })
})

describe('what is there is read, what is not may be asked for, and the end of a list is known', () => {
  test.for<[string, boolean]>([
    ['facts.lists.?denied.orValue(false)', true],
    ['facts.lists.?by.orValue([]).size() == 1', true],
    ['optional.of(facts.lists).denied.orValue(false)', true],
    ['[facts.lists].all(l, l.?denied.hasValue())', true],
    ['has(facts.checks.hit) ? facts.checks.hit : false', false],
    ['!has(facts.checks.hit) || !facts.checks.hit', true],
    ['has(facts.lists.denied) && facts.lists.denied', true],
    ['[facts.checks].all(c, !has(c.hit))', true],
    ['facts.lists.denied || facts.checks.?hit.orValue(true)', true],
    ['facts.checks.?hit.orValue(true) && !facts.lists.denied', false],
    ['generic[?"campaign"].orValue("") == "spring"', true],
    ['results[?0].value.orValue(0.0) == 60', true],
    ['results[?7].value.orValue(0.0) == 0', true],
    ['results[?7].hasValue()', false],
    ['facts.lists.by[?3].orValue("none") == "none"', true],
    ['optional.none().hasValue()', false],
  ])('%s is %s', ([source, expected]) => {
    expect(answer(source)).toBe(expected)
  })
})

// An optional gives no default for what is absent, however an expression comes to it; only has() may ask.
import { describe, expect, test } from 'vitest'
import { compileCondition, ConditionFailed, findConditionFaults } from '#src/platform/cel/cel.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'
import { rowsOf } from '#test/support/rows.ts'

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
  test.for(rowsOf<string>('conditions/defaults'))('%s', (source) => {
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

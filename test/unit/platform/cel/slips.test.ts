// What is written as other languages have it is refused with what to write, where it stands.
import { expect, test } from 'vitest'
import { findConditionFaults } from '#src/platform/cel/cel.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'
import { rowsOf } from '#test/support/rows.ts'

const variables = {
  facts: { record: { hit: 'bool', years: 'double', name: 'string', by: { list: 'string' } } },
} as const satisfies CelVariables

test.for<[string, string, string]>(rowsOf('conditions/slips'))('%s', ([source, at, advice]) => {
  const [fault, ...more] = findConditionFaults(source, variables)
  expect(more).toEqual([])
  expect(source.slice(fault?.start, fault?.end)).toBe(at)
  expect(fault?.detail).toContain(advice)
})

test.for([
  'facts.name >= "2008-01-01"',
  'facts.name < "2008"',
  'facts.name < "2008-01"',
  'facts.name < "2008-01-31T10:00:00Z"',
  'facts.name < "b"',
  'facts.name < "10A"',
  'string(facts.years) == "18"',
])('%s is refused by nobody: dates and words are in the order of their letters', (source) => {
  expect(findConditionFaults(source, variables)).toEqual([])
})

test('what stands in quotation marks is no slip, and is not repeated', () => {
  const [fault] = findConditionFaults(
    'facts.name == "Ana and Bob = x" && facts.nme == "y"',
    variables,
  )
  expect(fault?.detail).toContain('there is: ')
  expect(JSON.stringify(findConditionFaults('facts.hit == "Ana Moura"', variables))).not.toContain(
    'Ana',
  )
})

test.for(['"and" in facts.by', 'facts.name == "= & null"', 'facts.by.exists(one, one == "not")'])(
  '%s is sound',
  (source) => {
    expect(findConditionFaults(source, variables)).toEqual([])
  },
)

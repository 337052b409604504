// What is written as other languages have it is refused with what to write, where it stands.
import { expect, test } from 'vitest'
import { findConditionFaults } from '#src/platform/cel/cel.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'

const variables = {
  facts: {
    record: { hit: 'bool', years: 'double', name: 'string', by: { list: 'string' } },
  },
} as const satisfies CelVariables

test.for<[string, string, string]>([
  ['facts.hit and facts.hit', 'and', 'write && for and'],
  ['facts.hit AND facts.hit', 'AND', 'write && for and'],
  ['facts.hit or facts.hit', 'or', 'write || for or'],
  ['not facts.hit', 'not', 'write ! for not'],
  ['facts.years = 1.0', '=', 'write == for ='],
  ['facts.hit === true', '===', 'write == for ==='],
  ['facts.hit <> true', '<>', 'write != for <>'],
  ['facts.years => 1.0', '=>', 'write >='],
  ['facts.years =< 1.0', '=<', 'write <='],
  ['facts.years ≥ 18.0', '≥', 'write >= for ≥'],
  ['facts.years ≤ 18.0', '≤', 'write <= for ≤'],
  ['facts.name ≠ "x"', '≠', 'write != for ≠'],
  ['facts.hit ∧ facts.hit', '∧', 'write && for ∧'],
  ['facts.hit ∨ facts.hit', '∨', 'write || for ∨'],
  ['facts.hit e facts.hit', 'e', 'write && for and'],
  ['facts.name == "x" y facts.hit', 'y', 'write && for and'],
  ['facts.hit ou facts.hit', 'ou', 'write || for or'],
  ['não facts.hit', 'não', 'write ! for not'],
  ['facts.hit equals true', 'equals', 'write == for equals'],
  ['facts.years gte 18.0', 'gte', 'write !=, >, >=, < or <='],
  ['facts.name =~ "x"', '=~', 'write text.like('],
  ['facts.name in ("x", "y")', 'in ("x", "y")', 'with square brackets'],
  [
    'facts.years in ["1", "2"]',
    'facts.years in ["1", "2"]',
    'between a number and texts: write x in [1.0, 2.0]',
  ],
  ['facts.name in [1.0]', 'facts.name in [1.0]', 'between a text and numbers'],
  ['-facts.name < 0.0', '-facts.name', 'write double(text)'],
  ['18.0 <= facts.years <= 75.0', '18.0 <= facts.years <= 75.0', 'write x >= 1.0 && x <= 2.0'],
  ['facts.years % 2 == 0', 'facts.years % 2', 'write int(x) % 2'],
  ['number(facts.name) > 1.0', 'number', 'write double(text)'],
  ['parseInt(facts.name) > 1', 'parseInt', 'write int(text)'],
  ['exists(facts.hit)', 'exists', 'write has(x)'],
  ['facts.by.last() == "x"', '.last', 'write list[0]'],
  ['return facts.hit', 'return', 'without return'],
  ['facts.hit # listed', '#', 'behind //'],
  ['facts.years ?? 0.0 > 18.0', '??', 'write has(a.b) ? a.b : 0.0'],
  ['facts.hit & facts.hit', '&', 'write && for &'],
  ['facts.hit | facts.hit', '|', 'write || for |'],
  ['facts.name == “x”', '“', 'write straight quotation marks'],
  ['facts.name == ‘x’', '‘', 'write straight quotation marks'],
  ['facts.name == null', 'null', 'write has(x)'],
  ['facts.name == None', 'None', 'write has(x)'],
  ['facts.hit == True', 'True', 'write true and false in small letters'],
  ['facts.by.length > 1', '.length', 'write size(…)'],
  ['facts.by.length() > 1', '.length()', 'write size(…)'],
  ['facts.name.length > 1', '.length', 'write size(…)'],
  ['len(facts.by) > 1', 'len', 'write size(list)'],
  ['facts.by.contains("x")', 'facts.by.contains("x")', 'write x in list'],
  ['facts.by.includes("x")', 'facts.by.includes("x")', 'write x in list'],
  ['facts.name in "x"', 'facts.name in "x"', 'write x in ["a", "b"]'],
  ['facts.by.any(one, one == "x")', '.any', 'write .exists(one, …)'],
  ['facts.by.isEmpty()', '.isEmpty()', 'write size(list) == 0'],
  ['facts?.hit', '?.', 'write has(a.b)'],
  ['now() > facts.years', 'now', 'has no clock'],
  ['facts.years > 18,5', '8,5', 'write a point'],
  ['facts.years > 18%', '8%', 'write 0.18'],
  ['if facts.hit then true else false', 'if', 'write condition ? a : b'],
  ['facts.name.toLowerCase() == "x"', '.toLowerCase', 'write .lowerAscii()'],
  ['{{ facts.hit }}', '}}', 'write the condition alone'],
  ['facts.hit;', ';', 'without ;'],
  ['facts.years == "18"', 'facts.years == "18"', '== stands between a number and a text'],
  ['facts.name > 1.0', 'facts.name > 1.0', '> stands between a text and a number'],
  ['facts.name > "1000"', 'facts.name > "1000"', 'write double(text) > 10.0'],
  ['facts.name > "R$ 1.000,00"', 'facts.name > "R$ 1.000,00"', 'write double(text) > 10.0'],
  ['facts.name > "10%"', 'facts.name > "10%"', 'write double(text) > 10.0'],
  ['facts.name < "18 anos"', 'facts.name < "18 anos"', 'write double(text) < 10.0'],
  ['facts.name > "1e3"', 'facts.name > "1e3"', 'write double(text) > 10.0'],
  ['facts.name > " 18"', 'facts.name > " 18"', 'write double(text) > 10.0'],
  ['facts.name > "１０"', 'facts.name > "１０"', 'write double(text) > 10.0'],
  ['facts.name > "20080131"', 'facts.name > "20080131"', 'write double(text) > 10.0'],
  ['facts.name < "31/01/2008"', 'facts.name < "31/01/2008"', 'write text < "2008-01-31"'],
  ['"31.1.2008" > facts.name', '"31.1.2008" > facts.name', 'write text > "2008-01-31"'],
  ['facts.name < "01/2008"', 'facts.name < "01/2008"', 'write text < "2008-01-31"'],
  ['facts.name < "2008-1-31"', 'facts.name < "2008-1-31"', 'write text < "2008-01-31"'],
  ['facts.name < "2008/01/31"', 'facts.name < "2008/01/31"', 'write text < "2008-01-31"'],
  ['"-1.5" <= facts.name', '"-1.5" <= facts.name', 'write double(text) <= 10.0'],
  ['string(facts.years) < "18"', 'string(facts.years) < "18"', 'write double(text) < 10.0'],
  ['string(facts.years) < facts.name', 'string(facts.years) < facts.name', 'letters are compared'],
  ['facts.hit == "true"', 'facts.hit == "true"', '== stands between a yes or no and a text'],
  ['facts.by == "x"', 'facts.by == "x"', 'write x in list'],
  ['!facts.years', '!facts.years', 'here stands a number'],
  ['facts.hit && facts.name', 'facts.hit && facts.name', 'here stands a text'],
])('%s', ([source, at, advice]) => {
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

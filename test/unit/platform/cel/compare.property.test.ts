// Our engine and another implementation of CEL agree about the conditions that packs are made of.
import { isCelError, run } from '@bufbuild/cel'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileCondition, ConditionFailed } from '#src/platform/cel/cel.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'

const variables = {
  faces: { record: { live: 'double', rank: 'double', ok: 'bool', text: 'string' } },
  phones: { list: { record: { ddd: 'double', hot: 'bool' } } },
} as const satisfies CelVariables

const numbers = fc.constantFrom(
  'faces.live',
  'faces.rank',
  '1.0',
  '2.0',
  '0.5',
  'double(size(phones))',
)
const texts = fc.constantFrom('faces.text', '"abc"', '"b"', '""')
const atoms = fc.oneof(
  fc
    .tuple(numbers, fc.constantFrom('==', '!=', '<', '<=', '>', '>='), numbers)
    .map(([one, sign, other]) => `${one} ${sign} ${other}`),
  fc
    .tuple(texts, fc.constantFrom('startsWith', 'endsWith', 'contains'), texts)
    .map(([one, name, other]) => `${one}.${name}(${other})`),
  fc.constantFrom('faces.ok', 'has(faces.ok)', 'has(faces.rank)', 'phones.exists(p, p.hot)'),
  fc.constantFrom('phones.all(p, p.ddd > 10.0)', 'phones.exists_one(p, p.ddd == 11.0)'),
  fc.constantFrom(
    'phones[0].hot',
    'faces.live in [1.0, 2.0]',
    'phones.filter(p, p.hot).size() == 1',
  ),
)
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    atoms,
    tie('condition').map((one) => `!(${one})`),
    fc
      .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
      .map(([one, sign, other]) => `(${one} ${sign} ${other})`),
    fc
      .tuple(tie('condition'), tie('condition'), tie('condition'))
      .map(([one, yes, no]) => `(${one} ? ${yes} : ${no})`),
  ),
}))

const faces = fc.record(
  {
    live: fc.constantFrom(0, 1, 2, 0.5),
    rank: fc.constantFrom(0, 1, 100),
    ok: fc.boolean(),
    text: fc.constantFrom('', 'abc', 'bcd'),
  },
  { requiredKeys: [] },
)
const phones = fc.array(fc.record({ ddd: fc.constantFrom(11, 21, 9), hot: fc.boolean() }), {
  maxLength: 3,
})

function ours(source: string, context: Record<string, unknown>): boolean | 'failed' {
  try {
    return compileCondition(source, variables).evaluate(context)
  } catch (error) {
    if (error instanceof ConditionFailed) return 'failed'
    throw error
  }
}

function theirs(source: string, given: Given): boolean | 'failed' {
  const result = run(source, {
    faces: new Map(Object.entries(given.faces)),
    phones: given.phones.map((one) => new Map(Object.entries(one))),
  } as Parameters<typeof run>[1])
  return isCelError(result) ? 'failed' : result === true
}
type Given = { readonly faces: object; readonly phones: readonly object[] }

test('they answer alike, and fail alike', () => {
  fc.assert(
    fc.property(condition, fc.record({ faces, phones }), (source, given) => {
      expect([source, ours(source, given)]).toEqual([source, theirs(source, given)])
    }),
    { numRuns: 300 },
  )
})

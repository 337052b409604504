// Whose tries transactions of one document are.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ShownTransaction } from '#src/journey/velocity/document-history.ts'
import { originsOf } from '#src/journey/velocity/origins.ts'

type Values = ShownTransaction['values']
const shown = (...all: Values[]): ShownTransaction[] =>
  all.map((values, at) => ({ id: `${at}`, firstAt: at, lastAt: at, values }))
const sizes = (...all: Values[]): number[] =>
  originsOf(shown(...all))
    .map(({ length }) => length)
    .toSorted((a, b) => a - b)

test.each<[string, Values[], number[]]>([
  ['nothing', [], []],
  ['one', [{ phone: ['a'] }], [1]],
  ['a creation repeated after a time-out', [{ phone: ['a'], email: ['b'] }, { phone: ['a'], email: ['b'] }], [2]],
  ['the same phone and another address', [{ phone: ['a'], email: ['b'] }, { phone: ['a'], email: ['c'] }], [2]],
  ['one of several phones', [{ phone: ['a', 'b'] }, { phone: ['b', 'c'] }], [2]],
  ['one device, nothing else', [{ device: ['a'] }, { device: ['a'], phone: ['b'] }], [2]],
  ['a chain: phone, then address', [{ phone: ['a'] }, { email: ['b'] }, { phone: ['a'], email: ['b'] }], [3]],
  ['others', [{ phone: ['a'] }, { phone: ['b'] }, { email: ['c'] }], [1, 1, 1]],
  ['a value of another kind', [{ phone: ['a'] }, { email: ['a'] }], [1, 1]],
  ['a card or a name alone', [{ card: ['a'], name: ['n'] }, { card: ['a'], name: ['n'] }], [1, 1]],
  ['nothing shown', [{}, {}, {}], [1, 1, 1]],
])('%s', (_, all, expected) => {
  expect(sizes(...all)).toEqual(expected)
}) // prettier-ignore

test('each transaction is in one group, and their order changes nothing', () => {
  const value = fc.constantFrom('a', 'b', 'c', 'd')
  const values = fc.record({ phone: fc.array(value, { maxLength: 2 }), email: fc.array(value, { maxLength: 1 }) }) // prettier-ignore
  fc.assert(
    fc.property(fc.array(values, { maxLength: 8 }), fc.nat(), (all, turn) => {
      const turned = [...all.slice(turn % (all.length + 1)), ...all.slice(0, turn % (all.length + 1))] // prettier-ignore
      expect(sizes(...turned)).toEqual(sizes(...all))
      expect(sizes(...all).reduce((sum, one) => sum + one, 0)).toBe(all.length)
    }),
  )
})

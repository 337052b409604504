import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editsBetween, isSlip } from '#src/journey/names/distance.ts'

test.for([
  ['lima', 'lima', 0],
  ['lima', 'lina', 1],
  ['lima', 'lma', 1],
  ['lima', 'liam', 1],
  ['oliveira', 'olivera', 1],
  ['oliveira', 'oliverias', 2],
  ['lima', 'rocha', 3],
  ['', 'ab', 2],
  ['', 'abc', 3],
] as const)('from %s to %s: %s', ([one, other, edits]) => {
  expect(editsBetween(one, other)).toBe(edits)
  expect(editsBetween(other, one)).toBe(edits)
})

test.for([
  ['oliveira', 'oliveria', true],
  ['rodrigues', 'rodrigufs', true],
  ['fernandes', 'fernades', true],
  ['zanetti', 'zanotti', false],
  ['monteiro', 'montero', false],
  ['marques', 'marcues', false],
  ['lima', 'lima', false],
  ['lima', 'rocha', false],
] as const)('%s and %s are one slip apart: %s', ([one, other, isOne]) => {
  expect(isSlip(one, other)).toBe(isOne)
  expect(isSlip(other, one)).toBe(isOne)
})

test('a slip is one edit, and no distance depends on the order', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'e', 'i', 'r', 's', 't'), maxLength: 9 })
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(editsBetween(one, other)).toBe(editsBetween(other, one))
      expect(isSlip(one, other) ? editsBetween(one, other) : 1).toBe(1)
    }),
    { numRuns: 5000 },
  )
})

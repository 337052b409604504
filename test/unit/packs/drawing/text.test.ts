// What a drawing writes of a condition that is too long for it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, firstClause, noteSize, widthOf, wrap } from '#src/packs/drawing/text.ts'

test.for([
  ['facts.liveness.spoofs >= 2', 'facts.liveness.spoofs >= 2'],
  ['facts.phones.denied || facts.link.denied', 'facts.phones.denied …'],
  ['!(facts.checks.hit)', 'not: facts.checks.hit'],
  ['!(a == 1.0 && b == 1.0)', 'not: a == 1.0 …'],
  ['!(a) && !(b)', 'not: a …'],
  [
    'has(facts.faces.verdict) && facts.faces.verdict == "no-match"',
    'facts.faces.verdict == "no-match"',
  ],
  ['has(facts.lists.denyAction)', 'has(facts.lists.denyAction)'],
  ['(has(a.b) && a.b >= 3) || (has(a.c) && a.c >= 5)', 'a.b >= 3 …'],
  ['a.exists(x, x == 1 && y) && b', 'a.exists(x, x == 1 && y) …'],
  ['name == "a && (b" || c', 'name == "a && (b" …'],
  ['a ==\n  1', 'a == 1'],
] as const)('%s is shortened to %s', ([condition, written]) => {
  expect(firstClause(condition)).toBe(written)
})

test('any text is shortened to one that is no longer than itself and its mark', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('(', ')', '!', '&&', '||', '"', '\\', 'a', ' ') }),
      (text) => {
        expect(firstClause(text).length).toBeLessThanOrEqual(text.length + 5)
      },
    ),
    { numRuns: 500 },
  )
})

test('what is cut and wrapped is as wide as was asked at most', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 200 }),
      fc.integer({ min: 40, max: 400 }),
      (text, widthMax) => {
        expect(widthOf(cut(text, widthMax, noteSize), noteSize)).toBeLessThanOrEqual(widthMax)
        const lines = wrap(text, widthMax, noteSize)
        expect(lines.length).toBeLessThanOrEqual(2)
        for (const line of lines) expect(widthOf(line, noteSize)).toBeLessThanOrEqual(widthMax)
      },
    ),
  )
})

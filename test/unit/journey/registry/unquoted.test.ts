// A condition in { } that YAML cannot read without quotes is one fault, with the row as it is to be written.
import { describe, expect, test } from 'vitest'
import { parseText } from '#src/journey/registry/text.ts'

function faultsOf(text: string) {
  const read = parseText(text, false)
  return 'faults' in read ? read.faults : []
}
const rowsOf = (...rows: string[]) =>
  `root:\n  kind: decide\n  rows:\n${rows.map((row) => `    - ${row}`).join('\n')}\n`

describe('one fault for one condition, where it stands', () => {
  test.for<[string, string]>([
    [
      '{ if: facts.documents.verdict in ["Reprovado", "Inconclusivo"], outcome: review, reason: document }',
      `{ if: 'facts.documents.verdict in ["Reprovado", "Inconclusivo"]', outcome: review, reason: document }`,
    ],
    [
      '{ unless: facts.lists.deniedBy.exists(one, one == "phone"), outcome: review, reason: denied }',
      `{ unless: 'facts.lists.deniedBy.exists(one, one == "phone")', outcome: review, reason: denied }`,
    ],
    [
      '{ if: sameDocument(a, b), outcome: review }',
      "{ if: 'sameDocument(a, b)', outcome: review }",
    ],
    [
      '{ if: "phone" in facts.by, outcome: review }',
      `{ if: '"phone" in facts.by', outcome: review }`,
    ],
    ['{ if: !has(facts.hit), outcome: review }', "{ if: '!has(facts.hit)', outcome: review }"],
    ['{ if: a ? b : c, outcome: review }', "{ if: 'a ? b : c', outcome: review }"],
    [`{ if: x in ['a', 'b'], outcome: review }`, `{ if: 'x in [''a'', ''b'']', outcome: review }`],
    [
      '{ outcome: review, if: steps.score.results[0].value < 30.0 }',
      "{ outcome: review, if: 'steps.score.results[0].value < 30.0' }",
    ],
    ['{ if: {"a": x}.a == 1, outcome: review }', `{ if: '{"a": x}.a == 1', outcome: review }`],
    [
      '{ kind: when, condition: x in ["a"], run: { kind: stop, outcome: review } }',
      `{ kind: when, condition: 'x in ["a"]', run: { kind: stop, outcome: review } }`,
    ],
  ])('%s', ([row, written]) => {
    const text = rowsOf('{ outcome: review, reason: before }', row, '{ outcome: approved }')
    const faults = faultsOf(text)
    expect(faults).toEqual([
      expect.objectContaining({ detail: `put the condition in quotes: ${written}`, line: 5 }),
    ])
    expect(faultsOf(text.replace(row, written))).toEqual([])
  })

  test('of several rows each, and a row over several lines is written in one', () => {
    const rows = [
      '{ if: x in ["a"], outcome: review }',
      '{ if: y == "b", outcome: review }',
      '{ if: z.exists(one,\n        one == 1.0),\n        outcome: review }',
    ]
    expect(faultsOf(rowsOf(...rows)).map(({ line, detail }) => [line, detail])).toEqual([
      [4, `put the condition in quotes: { if: 'x in ["a"]', outcome: review }`],
      [6, "put the condition in quotes: { if: 'z.exists(one, one == 1.0)', outcome: review }"],
    ])
  })
})

test.for([
  '{ if: x == "a", outcome: review }',
  `{ if: 'x in ["a", "b"]', outcome: review }`,
  String.raw`{ if: "x in [\"a\"]", outcome: review }`,
  '{ outcome: review, reason: if }',
])('%s is read', (row) => {
  expect(faultsOf(rowsOf(row))).toEqual([])
})

test('what is in a comment, or outside of { }, is no row', () => {
  const text = 'root:\n  # { if: x in ["a"], outcome: b }\n  if: x in ["a"]\n  b: !tag x\n'
  expect(faultsOf(text).map(({ detail }) => detail)).toEqual([
    'it has a tag, which is not taken: a text that begins with ! needs quotes',
  ])
})

test('a hostile text costs no more than its length', () => {
  for (const part of ['{ if: ', '{if: [', ', if: a'.padEnd(60), ' '.repeat(70), '{ if: "'])
    expect(faultsOf(`a: {${part.repeat(Math.floor(60_000 / part.length))}`).length).toBeGreaterThan(
      0,
    )
}, 20_000)

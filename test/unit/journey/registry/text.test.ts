import { describe, expect, test } from 'vitest'
import { parseText } from '#src/journey/registry/text.ts'
import { processorMs } from '#test/support/machine/processor.ts'

function faultsOf(text: string, isJson = false) {
  const read = parseText(text, isJson)
  return 'faults' in read ? read.faults : []
}
function positionIn(text: string, pointer: string, offset?: number, isJson = false) {
  const read = parseText(text, isJson)
  if ('faults' in read) throw new Error(`refused: ${read.faults[0]?.detail}`)
  return read.parsed.locate({ pointer, detail: '', ...(offset !== undefined && { offset }) })
}

describe('a text that is refused', () => {
  test.for<[string, string, string, { line: number; column: number }]>([
    [
      'a key that is there twice',
      'a: 1\nb: 2\na: 3',
      'a key is there twice',
      { line: 3, column: 1 },
    ],
    ['two documents', 'a: 1\n---\nb: 2', 'it holds several documents', { line: 2, column: 1 }],
    ['a tab', 'a:\n\tb: 1', 'a tab indents it', { line: 2, column: 1 }],
    [
      'a tag',
      'a: !score.ready',
      'it has a tag, which is not taken: a text that begins with ! needs quotes',
      { line: 1, column: 4 },
    ],
    [
      'an alias',
      'a: &x 1\nb:\n  - *x',
      'it has an alias, which is not taken',
      { line: 3, column: 5 },
    ],
    [
      'a merge key',
      'a:\n  <<: { b: 1 }',
      'it has a merge key (<<), which is not taken',
      { line: 2, column: 3 },
    ],
    [
      'an open bracket',
      'a: { b: 1',
      'a line is indented wrongly, or a bracket is not closed',
      { line: 1, column: 10 },
    ],
    [
      'a colon in a text',
      'a: b: c',
      'a line is indented wrongly, or a text with ": " in it has no quotes',
      { line: 1, column: 4 },
    ],
  ])('has %s', ([, text, detail, position]) => {
    expect(faultsOf(text)[0]).toEqual({ pointer: '', detail, ...position })
  })

  test('has an alias, were it a bomb or not', () => {
    const levels = Array.from({ length: 12 }, (_, n) =>
      n === 0
        ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
        : `a${n}: &a${n} [${`*a${n - 1}, `.repeat(9)}]`,
    )
    for (const text of [levels.join('\n'), 'a: &x {b: 1}\nc:\n  <<: *x'])
      expect(faultsOf(text)[0]?.detail).toBe('it has an alias, which is not taken')
  })

  test('nests as deep as it likes: the stack is not used up, nor much time', async () => {
    const spent = await processorMs(() => {
      for (const text of [
        `a: ${'['.repeat(30_000)}`,
        `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
      ])
        expect(faultsOf(text).length).toBeGreaterThan(0)
      expect(faultsOf(`${'['.repeat(30_000)}${']'.repeat(30_000)}`, true).length).toBeGreaterThan(0)
    })
    expect(spent).toBeLessThan(3_000)
  })

  test('may have as many keys as it likes', async () => {
    const keys = Array.from({ length: 7_000 }, (_, n) => `k${n}: 1`)
    const spent = await processorMs(() => expect(faultsOf(keys.join('\n'))).toEqual([]))
    expect(spent).toBeLessThan(3_000)
  })

  test('holds what no database takes', () => {
    for (const text of ['{"a": "\\u0000"}', '{"a\\u0000": 1}', '{"a": "\\ud800"}'])
      expect(faultsOf(text, true)).toHaveLength(1)
  })

  test('is not JSON, and is told where without a word of it', () => {
    expect(faultsOf('{\n  "a": Maria }', true)).toEqual([
      { pointer: '', detail: 'it is not JSON', line: 2, column: 8 },
    ])
    expect(faultsOf('', true)).toHaveLength(1)
    expect(faultsOf('{"a": 1, "a": 2}', true)[0]?.detail).toBe('a key is there twice')
  })
})

describe('a text that is taken', () => {
  test('says of YAML what JSON would say', () => {
    const read = parseText('country: NO\non: yes\nat: 12:30:00\nday: 2026-01-01\nn: 012', false)
    expect('parsed' in read && read.parsed.value).toEqual({
      country: 'NO',
      on: 'yes',
      at: '12:30:00',
      day: '2026-01-01',
      n: 12,
    })
  })

  test('may be JSON with tabs and long keys', () => {
    const value = { a: { [`k${'x'.repeat(2000)}`]: [1, 2] } }
    expect(faultsOf(JSON.stringify(value, null, '\t'), true)).toEqual([])
  })

  test('does not become a prototype', () => {
    const read = parseText('{"__proto__": {"polluted": 1}}', true)
    expect('parsed' in read && Object.keys(read.parsed.value as object)).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('the place of a fault', () => {
  const text = `root:
  kind: sequence
  steps:
    - kind: module
      module: score
    - kind: when
      condition: score.results[0].value < 30
      literal: |
        one
        two three
      quoted: "a b c"
      folded: >
        one
        two
`
  test.for<[string, number | undefined, number, number]>([
    ['/root/steps/1/kind', undefined, 6, 13],
    ['/root/steps/1', undefined, 6, 7],
    ['/root/steps/1/condition', 6, 7, 24],
    ['/root/steps/1/literal', 8, 10, 13],
    ['/root/steps/1/quoted', 2, 11, 18],
    ['/root/steps/1/folded', 5, 12, 15],
    ['/root/steps/1/absent', undefined, 6, 7],
    ['/root/none', undefined, 1, 1],
    ['', undefined, 1, 1],
  ])('%s (%s) is line %i, column %i', ([pointer, offset, line, column]) => {
    expect(positionIn(text, pointer, offset)).toEqual({ line, column })
  })

  test('in JSON is that of the value', () => {
    expect(positionIn('{\n  "root": {"kind": 7}\n}', '/root/kind', undefined, true)).toEqual({
      line: 2,
      column: 20,
    })
  })
})

describe('line ends', () => {
  const text =
    'name: a\nsteps:\n  - id: x\n    text: |\n      one\n      two\n  - id: "y"\nend: 1\n'
  const ends = { 'line feeds': '\n', 'carriage returns': '\r', 'both together': '\r\n' }

  test.each(Object.entries(ends))('%s are one thing, and positions hold', (_, end) => {
    const written = text.replaceAll('\n', end)
    const read = parseText(written, false)
    expect('parsed' in read && read.parsed.value).toEqual({
      name: 'a',
      steps: [{ id: 'x', text: 'one\ntwo\n' }, { id: 'y' }],
      end: 1,
    })
    expect(positionIn(written, '/steps/1/id')).toEqual({ line: 7, column: 9 })
    expect(faultsOf(`${written}end: 2`)[0]).toMatchObject({ line: 9, column: 1 })
    const json = '{\n  "a": 1,\n  "b": tru\n}'.replaceAll('\n', end)
    expect(faultsOf(json, true)[0]).toMatchObject({ line: 3 })
  })

  test('a return that is escaped in a text stays one', () => {
    const read = parseText('a: "x\\ry"\rb: 1', false)
    expect('parsed' in read && read.parsed.value).toEqual({ a: 'x\ry', b: 1 })
  })
})

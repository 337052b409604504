// What the editor of packs offers where somebody writes, by the published schemas; `|` is the cursor.
import { describe, expect, test } from 'vitest'
import { placeAt } from '#src/console/app/pages/pack-editor/place.ts'
import {
  describe as explain,
  keysAt,
  type Schema,
  schemasOf,
  valuesAt,
} from '#src/console/app/pages/pack-editor/suggestions.ts'
import { examplesOf } from '#src/packs/conditions/fields.ts'
import { casesSchema, packSchema } from '#src/packs/files/json-schema.ts'
import { capabilities } from '#src/main/capabilities.ts'
import { createFacts } from '#src/journey/facts/facts.ts'

const offered = capabilities.flatMap(({ module }) => module ?? [])
const facts = createFacts(capabilities.flatMap(({ facts: own }) => own ?? []))
// Safe because it is JSON Schema; the editor reads it from the wire.
const schema = JSON.parse(JSON.stringify(packSchema(examplesOf({ offered, facts })))) as Schema
const cases = JSON.parse(JSON.stringify(casesSchema())) as Schema

const placeIn = (text: string) => placeAt(text.replace('|', ''), text.indexOf('|'))
const keys = (text: string, of = schema) => keysAt(of, placeIn(text)).map(({ label }) => label)
const values = (text: string, of = schema) => valuesAt(of, placeIn(text)).map(({ label }) => label)

const sequence = `root:
  kind: sequence
  steps:
    - kind: module
      module: score
    - kind: when
      of: [score]
      condition: score.results[0].value < 30.0
      run:
        kind: stop
        outcome: rejected
`

describe('keys', () => {
  test('of the whole at its edge, without those that stand there', () => {
    const found = keys(`${sequence}|`)
    expect(found).toContain('description')
    expect(found).toContain('cases')
    expect(found).not.toContain('root')
  })

  test('of a step by its kind, above and below the cursor, and of none of another kind', () => {
    const found = keys(sequence.replace('module: score\n', 'module: score\n      |\n'))
    expect(found).toEqual(expect.arrayContaining(['id', 'retry', 'onFailure', 'with', 'fresh']))
    expect(found).not.toContain('rows')
    expect(keys(sequence.replace('outcome: rejected', 'outcome: rejected\n        |'))).toEqual(
      expect.arrayContaining(['reason']),
    )
    expect(keys('root:\n  |\n  kind: decide\n')).toEqual(expect.arrayContaining(['rows', 'id']))
  })

  test('that must stand there come first', () => {
    expect(keys('root:\n  kind: stop\n  |')[0]).toBe('outcome')
  })

  test('of a row in braces on one line', () => {
    const row = 'root:\n  kind: decide\n  id: v\n  rows:\n    - { outcome: review, | }\n'
    expect(keys(row)).toEqual(expect.arrayContaining(['if', 'unless', 'reason', 'unanswered']))
    expect(keys(row)).not.toContain('outcome')
    const nested =
      'root: { kind: parallel, steps: [{ kind: decide, rows: [{ outcome: review, | }] }] }'
    expect(keys(nested)).toEqual(expect.arrayContaining(['if', 'unless']))
    expect(keys('root:\n  kind: module\n  module: score\n  retry: { | }')).toEqual(
      expect.arrayContaining(['times', 'delaySeconds']),
    )
  })

  test('of a test case, and of what it expects', () => {
    expect(keys('cases:\n  - name: x\n    |', cases)).toEqual(
      expect.arrayContaining(['results', 'facts', 'expect']),
    )
    expect(keys('cases:\n  - name: x\n    expect: { | }', cases)).toContain('unansweredStep')
  })
})

describe('values', () => {
  test.for([
    ['kinds of steps', 'root:\n  kind: |', ['module', 'decide', 'sequence', 'stop']],
    ['modules of the service', 'root:\n  kind: module\n  module: |', ['score', 'aiDocs']],
    ['what failing does', 'root:\n  kind: module\n  module: score\n  onFailure: |', ['fail', 'wait']],
    ['yes and no', 'root:\n  kind: module\n  module: score\n  optional: |', ['true']],
  ] as const)('%s', ([, text, some]) => {
    expect(values(text)).toEqual(expect.arrayContaining([...some]))
  }) // prettier-ignore

  test('an example of each field that a condition may read', () => {
    const found = values('root:\n  kind: when\n  condition: |')
    expect(found.some((one) => one.includes('facts.liveness'))).toBe(true)
  })

  test('options of a module by its key', () => {
    expect(keys('root:\n  kind: module\n  module: phoneConfirmation\n  with:\n    |')).toEqual(
      expect.arrayContaining(['channels']),
    )
  })
})

test('a key is explained where it stands', () => {
  const place = placeIn(sequence.replace('kind: stop', '|kind: stop'))
  expect(explain(schemasOf(schema, place, 'outcome'))).toEqual(expect.any(String))
})

test('texts that are no YAML, and no text, have a place', () => {
  for (const text of ['|', '\n\n   |', '- - |', 'a:\n b:\n|', '{{{|', '- {|', '"x": |'])
    expect(placeIn(text).frames.length).toBeGreaterThan(0)
})

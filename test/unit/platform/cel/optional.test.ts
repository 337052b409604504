// What a condition may read with a default.
import { expect, test } from 'vitest'
import { compileCondition } from '#src/platform/cel/cel.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'

const variables = {
  score: { record: { results: { list: { record: { value: 'double' } } } } },
  faces: { record: { live: 'double', ok: 'bool' } },
} as const satisfies CelVariables

const optionalIn = (source: string) => compileCondition(source, variables).optional

test('nothing is, where nothing is optional', () => {
  expect(optionalIn('score.results.exists(r, r.value > faces.live) && has(faces.ok)')).toEqual([])
})

test.for([
  ['faces.?ok.orValue(true)', ['faces'], 'ok'],
  ['faces[?"ok"].orValue(true)', ['faces'], 'ok'],
  ['optional.of(faces).ok.orValue(true)', undefined, 'ok'],
  ['[faces].all(f, f.?ok.orValue(true))', undefined, 'ok'],
  ['score.results.all(r, r.?value.orValue(1.0) > 0)', undefined, 'value'],
] as const)('%s reads of %o the field %s', ([source, from, field]) => {
  expect(optionalIn(source)).toEqual([{ from, field }])
})

test('what has() asks for is not, and a plain field beside an optional neither', () => {
  expect(optionalIn('faces.?ok.orValue(true) && faces.live > 1 && has(faces.live)')).toEqual([
    { from: ['faces'], field: 'ok' },
  ])
})

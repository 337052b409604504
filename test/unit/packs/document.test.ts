import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { packDigest, readDocument } from '#src/packs/document/read.ts'
import { PackDocument } from '#src/packs/document/schema.ts'
import { basic } from '#workflows/packs/basic.ts'
import { definePack, module, parallel, sequence, stop, when } from '#workflows/packs/define.ts'

const score = { key: 'score' } as const
const faces = { key: 'faces' } as const
const onboarding = definePack(
  'onboarding',
  1,
  sequence(
    parallel(module(score, { deadlineSeconds: 30 }), module(faces, { onFailure: 'fail' })),
    when(
      [score],
      'score.results[0].value < 30',
      stop('rejected', 'low'),
      module({ key: 'rating' }),
    ),
  ),
)

const faultsOf = (value: unknown) => {
  const read = readDocument(value)
  return read.ok ? [] : read.faults
}
const withRoot = (root: unknown) => ({ root })
const scoreStep = { kind: 'module', module: 'score' }

describe('a stored document', () => {
  test.for([basic, onboarding])('of a composition in TypeScript is the composition', (pack) => {
    const document = { root: pack.root }
    expect(readDocument(JSON.parse(JSON.stringify(document)))).toEqual({ ok: true, document })
  })

  test.for<[string, unknown, string]>([
    ['is not an object', 7, ''],
    ['has no root', {}, '/root'],
    ['has an unknown field', { root: basic.root, 'x/y~z': 1 }, '/x~1y~0z'],
    ['has an unknown kind of step', withRoot({ kind: 'loop' }), '/root/kind'],
    ['has an unknown field in a step', withRoot({ ...scoreStep, again: 1 }), '/root/again'],
    [
      'has no condition',
      withRoot({
        kind: 'sequence',
        steps: [scoreStep, { kind: 'when', of: ['score'], run: scoreStep }],
      }),
      '/root/steps/1/condition',
    ],
    ['has an empty sequence', withRoot({ kind: 'sequence', steps: [] }), '/root/steps'],
    ['names a prototype', withRoot({ kind: 'module', module: '__proto__' }), '/root/module'],
    [
      'names a module twice',
      withRoot({ kind: 'parallel', steps: [scoreStep, scoreStep] }),
      '/root/steps/1',
    ],
    [
      'stops with prose',
      withRoot({ kind: 'stop', outcome: 'rejected', reason: 'Too low' }),
      '/root/reason',
    ],
  ])('that %s is refused with the place', ([, document, pointer]) => {
    expect(faultsOf(document).map((one) => one.pointer)).toEqual([pointer])
  })

  test('is refused without repeating what stood in it', () => {
    const told = JSON.stringify(faultsOf({ description: 7, root: { kind: 'Maria' } }))
    expect(told).not.toContain('Maria')
  })

  test('may be nested as deep as it likes: it is refused, not the stack used up', () => {
    let root: unknown = scoreStep
    for (let level = 0; level < 100_000; level++) root = { kind: 'sequence', steps: [root] }
    expect(faultsOf(withRoot(root))).toEqual([{ pointer: '', detail: 'it nests over 64 levels' }])
  })

  test('may be 20 levels of steps deep and no more', () => {
    const nested = (levels: number): unknown =>
      levels === 1 ? scoreStep : { kind: 'sequence', steps: [nested(levels - 1)] }
    expect(faultsOf(withRoot(nested(20)))).toEqual([])
    expect(faultsOf(withRoot(nested(21)))).toHaveLength(1)
  })
})

describe('the digest of a document', () => {
  test('is the same whatever the order of its keys', () => {
    const turned = { root: basic.root, version: 1, name: 'basic' } as const
    expect(packDigest(turned)).toBe(packDigest(basic))
  })

  test('never changes for a version once published', () => {
    expect(packDigest(basic)).toBe(
      '016217a00944994eeffebd5540bba9dc157924a89defcf475949043627c80a41',
    )
  })

  test('differs when the composition does', () => {
    const other = definePack('basic', 1, sequence(module(score, { deadlineSeconds: 31 })))
    const turned = definePack('basic', 1, parallel(module(score, { deadlineSeconds: 30 })))
    expect(new Set([basic, other, turned].map((one) => packDigest(one))).size).toBe(3)
  })
})

test('the schema can be published for editors', () => {
  const schema = z.toJSONSchema(PackDocument, { io: 'input', target: 'draft-07' })
  expect(Object.keys(schema.definitions ?? {})).toContain('SequenceStep')
})

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkDocument } from '#src/packs/conditions/check.ts'
import {
  definePack,
  module,
  parallel,
  sequence,
  stop,
  subPack,
  toDocument,
  when,
} from '#test/support/packs/build.ts'
import { computes, defineModule } from '#src/journey/capabilities/module.ts'
import { digestOf } from '#src/journey/registry/digest.ts'
import { PackDocument } from '#src/packs/document/schema/schema.ts'
import type { Step } from '#src/packs/document/pack.ts'

const score = { key: 'score' } as const
const faces = { key: 'faces' } as const
const basic = definePack('basic', 1, sequence(module(score, { deadlineSeconds: 30 })))
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

const offered = ['score', 'faces', 'rating'].map((key) =>
  defineModule(
    { key },
    z.object({ value: z.number() }),
    async () => ({ moduleStatus: 'pending', results: [] }),
    { runs: computes(async () => {}), seen: { value: 'double' }, isScored: key !== 'faces' },
  ),
)
const published: Record<string, Step> = { 'other@1': module(faces), 'ends@1': stop('no', 'way') }

const check = (value: unknown) =>
  checkDocument(
    value,
    { offered, facts: { variables: {} } },
    {
      root: async (name, version) => published[`${name}@${version}`],
      hasScorecard: async (name, version) => name === 'strict' && version < 3,
    },
  )

async function faultsOf(value: unknown) {
  const read = await check(value)
  return 'faults' in read ? read.faults : []
}
const withRoot = (root: unknown) => ({ root })
const scoreStep = { kind: 'module', module: 'score' }

describe('a stored document', () => {
  test.for([basic, onboarding])(
    'of a composition in TypeScript is the composition',
    async ({ root }) => {
      const document = toDocument(root)
      expect(document).toEqual({ root })
      expect(await check(document)).toEqual({ document, expanded: { root } })
    },
  )

  test('says where a field belongs that is written beside the module', async () => {
    const [fault] = await faultsOf(withRoot({ ...scoreStep, services: ['Sanctions'] }))
    expect(fault).toMatchObject({ pointer: '/root/services' })
    expect(fault?.detail).toContain('with: { services: … }')
  })

  test.for<[string, unknown, string]>([
    ['is not an object', 7, ''],
    ['has no root', {}, '/root'],
    [
      'names a scorecard for what is not scored',
      withRoot({ kind: 'module', module: 'faces', card: 'strict@2' }),
      '/root/card',
    ],
    ['names no scorecard', withRoot({ ...scoreStep, card: 'lax@1' }), '/root/card'],
    [
      'names a version that a scorecard does not have',
      withRoot({ kind: 'sequence', steps: [{ ...scoreStep, card: 'strict@3' }] }),
      '/root/steps/0/card',
    ],
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
  ])('that %s is refused with the place', async ([, document, pointer]) => {
    expect((await faultsOf(document)).map((one) => one.pointer)).toEqual([pointer])
  })

  test('may name a scorecard that is published', async () => {
    expect(await faultsOf(withRoot({ ...scoreStep, card: 'strict@2' }))).toEqual([])
  })

  test('is refused without repeating what stood in it', async () => {
    const told = JSON.stringify(await faultsOf({ description: 7, root: { kind: 'Maria' } }))
    expect(told).not.toContain('Maria')
  })

  test('may be 20 levels of steps deep and no more', async () => {
    const nested = (levels: number): unknown =>
      levels === 1 ? scoreStep : { kind: 'sequence', steps: [nested(levels - 1)] }
    expect(await faultsOf(withRoot(nested(20)))).toEqual([])
    expect(await faultsOf(withRoot(nested(21)))).toHaveLength(1)
  })
})

describe('another pack in a document', () => {
  const other = { kind: 'pack', pack: 'other', version: 1 }
  const sequenceOf = (...steps: unknown[]) => withRoot({ kind: 'sequence', steps })

  test('is put in its place, and stored by its name', async () => {
    const document = sequenceOf(scoreStep, other)
    expect(await check(document)).toEqual({
      document,
      expanded: sequenceOf(scoreStep, { ...other, root: module(faces) }),
    })
    const root = sequence(
      module(score),
      subPack({ name: 'other', version: 1, root: module(faces) }),
    )
    expect(toDocument(root)).toEqual(document)
  })

  test('that nobody has published is a fault', async () => {
    expect(await faultsOf(sequenceOf(scoreStep, { ...other, version: 2 }))).toEqual([
      { pointer: '/root/steps/1/pack', detail: 'no such version is published' },
    ])
  })

  test('shares the scope of the document: what it runs is named nowhere else', async () => {
    expect(await faultsOf(sequenceOf(module(faces), other))).toEqual([
      { pointer: '/root/steps/1', detail: 'faces is named twice' },
    ])
  })

  test('that surely stops has nothing behind it', async () => {
    expect(await faultsOf(sequenceOf({ ...other, pack: 'ends' }, scoreStep))).toEqual([
      { pointer: '/root/steps/1', detail: 'a module step follows a stop' },
    ])
  })
})

describe('the digest of a document', () => {
  test('is the same whatever the order of its keys', () => {
    expect(digestOf({ a: 1, b: [{ c: 2, d: 3 }] })).toEqual(digestOf({ b: [{ d: 3, c: 2 }], a: 1 }))
  })

  test('differs when the composition does', () => {
    const other = toDocument(sequence(module(score, { deadlineSeconds: 31 })))
    const turned = toDocument(parallel(module(score, { deadlineSeconds: 30 })))
    const digests = [toDocument(basic.root), other, turned].map((one) =>
      digestOf(one).toString('hex'),
    )
    expect(new Set(digests).size).toBe(3)
  })
})

test('the schema can be published for editors', () => {
  const schema = z.toJSONSchema(PackDocument, { io: 'input', target: 'draft-07' })
  expect(Object.keys(schema.definitions ?? {})).toContain('SequenceStep')
})

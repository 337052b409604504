import { describe, expect, test } from 'vitest'
import {
  definePack,
  findProblems,
  module,
  parallel,
  repeat,
  sequence,
  stop,
  when,
} from '#test/support/packs/build.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { findFaults } from '#src/packs/document/faults/faults.ts'
import { modulesOf } from '#src/packs/document/walk.ts'

const score = { key: 'score' } as const
const faces = { key: 'facialBiometrics' } as const
const documents = { key: 'aiDocs' } as const
const spoofed = 'facialBiometrics.results[0].livenessStatus == 2'

const onboarding = definePack(
  'onboarding',
  1,
  sequence(
    parallel(module(score, { deadlineSeconds: 30 }), module(faces, { onFailure: 'fail' })),
    when([faces], spoofed, stop('rejected', 'spoof-suspected'), module(documents)),
  ),
)

describe('a composition', () => {
  test('survives JSON, so a stored version is the composition itself', () => {
    expect(JSON.parse(JSON.stringify(onboarding))).toEqual(onboarding)
  })

  test('names its modules in the order in which they are written', () => {
    expect(modulesOf(onboarding.root)).toEqual(['score', 'facialBiometrics', 'aiDocs'])
  })

  test.for<[string, Step, string]>([
    ['a module twice', parallel(module(score), module(score)), 'score is named twice'],
    [
      'a question to a sibling',
      parallel(module(score), when([score], 'true', stop('rejected', 'low'))),
      'it asks about score before that has ended',
    ],
    [
      'a question about a module of the other branch',
      sequence(
        module(score),
        when([score], 'true', module(faces)),
        when([faces], 'true', stop('rejected', 'x')),
      ),
      'it asks about facialBiometrics before that has ended',
    ],
    [
      'an id that is there twice',
      sequence({ ...module(score), id: 'one' }, { ...module(faces), id: 'one' }),
      'one is named twice',
    ],
    [
      'an id that is a module beside it',
      sequence({ ...module(score), id: 'points' }, { ...module(faces), id: 'score' }),
      'score is the key of another module',
    ],
    [
      'an id that is a word of CEL',
      sequence({ ...module(score), id: 'void' }),
      'void is a word of CEL, which no name may be',
    ],
    [
      'an id from which conditions read something else',
      sequence({ ...module(score), id: 'facts' }),
      'facts is what conditions read other things from',
    ],
    [
      'a question to a step that has not ended',
      sequence(module(score), when([], 'steps.later.moduleStatus == ""', module(faces))),
      'there is no step later; there are: score, facialBiometrics',
    ],
    [
      'rounds without end',
      repeat(
        repeat(module(score), { of: [score], holds: 'false' }, 10),
        { of: [score], holds: 'false' },
        6,
      ),
      'with the repeat steps around it, it would run more than 50 times',
    ],
    [
      'a step behind a stop',
      sequence(module(score), stop('rejected', 'end'), module(faces)),
      'a module step follows a stop',
    ],
    [
      'a step behind branches of which one stops',
      sequence(parallel(module(score), stop('rejected', 'end')), module(faces)),
      'a module step follows a stop',
    ],
    ['an empty sequence', parallel(module(score), sequence()), 'a sequence step is empty'],
    [
      'prose for a reason',
      sequence(module(score), stop('rejected', 'Maria is too young')),
      'the reason of a stop step is not a code',
    ],
    ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 32 * 24 * 3600].map(
      (deadlineSeconds): [string, Step, string] => [
        `a deadline of ${deadlineSeconds} seconds`,
        module(score, { deadlineSeconds }),
        'the deadline of score is not a whole number of seconds up to 31 days',
      ],
    ),
  ])('is refused with %s', ([, root, problem]) => {
    expect(findProblems(root)).toEqual([problem])
  })

  test('is refused with the position of each fault', () => {
    const root = sequence(
      module(score),
      when([score, faces], 'true', parallel(module(score), stop('rejected', 'Not a code'))),
    )
    expect(findFaults(root).map(({ pointer }) => pointer)).toEqual([
      '/steps/1/run/steps/1/reason',
      '/steps/1/run/steps/0',
      '/steps/1/of/1',
    ])
  })

  test('may ask about what every open path has ended', () => {
    const root = sequence(
      module(score),
      when([score], 'score.results[0].value < 300', stop('rejected', 'low'), module(faces)),
      when([faces], spoofed, module(documents)),
    )
    expect(findProblems(root)).toEqual([])
  })

  test('that does not hold cannot be defined, and every problem is told', () => {
    expect(() =>
      definePack('bad', 2, sequence(module(score), module(score), stop('rejected', 'A b'))),
    ).toThrow('pack bad, version 2: the reason of a stop step is not a code; score is named twice')
  })
})

describe('the size of a composition', () => {
  const modules = (count: number) =>
    Array.from({ length: count }, (_, index) => module({ key: `m${index}` }))
  const nested = (levels: number): Step =>
    levels === 1 ? module(score) : sequence(nested(levels - 1))

  test('may be 200 steps and no more', () => {
    expect(findProblems(sequence(...modules(199)))).toEqual([])
    expect(findProblems(sequence(...modules(200)))).toEqual(['it has more than 200 steps'])
  })

  test('may be 20 levels and no more', () => {
    expect(findProblems(nested(20))).toEqual([])
    expect(findProblems(nested(21))).toEqual(['it is more than 20 levels deep'])
  })

  test('is measured without using up the stack', () => {
    let root: Step = module(score)
    for (let level = 0; level < 100_000; level++) root = sequence(root)
    expect(findProblems(root)).toEqual(['it is more than 20 levels deep'])
  })
})

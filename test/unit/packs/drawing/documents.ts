// Any composition with nothing behind a stop, which is all that a drawing asks of one.
import fc from 'fast-check'
import { anyCharacter } from '#test/support/arbitrary/any-text.ts'
import type { ModuleStep, Step } from '#src/packs/document/pack.ts'
import { innerSteps } from '#src/packs/document/walk.ts'

const code = fc.stringMatching(/^[a-z]{1,20}(-[a-z]{1,8})?$/)
const name = fc.stringMatching(/^[a-z][A-Za-z0-9]{0,40}$/)
const of = fc.constant(['score'])
/** Whatever may stand in a string of JSON. */
const anyText = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 80 })

const moduleStep = (levels: number): fc.Arbitrary<ModuleStep> =>
  fc.record(
    {
      kind: fc.constant('module' as const),
      module: name,
      deadlineSeconds: fc.integer({ min: 1, max: 2_678_400 }),
      onFailure: fc.constantFrom('wait', 'skip', 'fail'),
      retry: fc.record({ times: fc.integer({ min: 1, max: 10 }) }),
      optional: fc.constant(true as const),
      ...(levels > 0 && { fallback: moduleStep(levels - 1) }),
    },
    { requiredKeys: ['kind', 'module'] },
  )

const leaf: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: moduleStep(1) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop'), outcome: code, reason: code }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('pack'), pack: code, version: fc.nat(99) }),
  },
)

/** Whether no path comes through it. */
function ends(step: Step): boolean {
  const inner = innerSteps(step).map(([, one]) => ends(one))
  if (step.kind === 'when') return inner.length === 2 && inner.every(Boolean)
  return step.kind === 'stop' || inner.some(Boolean)
}

const anyStep = (levels: number): fc.Arbitrary<Step> => {
  if (levels === 0) return leaf
  const inner = anyStep(levels - 1)
  const steps = fc.array(inner, { minLength: 1, maxLength: 4 })
  const kind = fc.constantFrom('sequence', 'parallel')
  const when = { kind: fc.constant('when'), of, condition: anyText, run: inner, otherwise: inner }
  return fc.oneof(
    leaf,
    fc.record({ kind, steps }).map(({ kind: own, steps: all }) => {
      const end = all.findIndex(ends)
      const kept = own === 'sequence' && end >= 0 ? all.slice(0, end + 1) : all
      return { kind: own, steps: kept }
    }),
    fc.record(when, { requiredKeys: ['kind', 'of', 'condition', 'run'] }),
    fc.record({
      kind: fc.constant('repeat'),
      timesMax: fc.constant(3),
      of,
      until: anyText,
      run: inner,
    }),
    fc.record({ kind: fc.constant('pack'), pack: code, version: fc.nat(99), root: inner }),
  ) as fc.Arbitrary<Step>
}

export const anyPack = fc.record({
  name: code,
  version: fc.integer({ min: 1, max: 99 }),
  root: anyStep(4),
})

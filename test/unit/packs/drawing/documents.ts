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
      id: name,
      deadlineSeconds: fc.integer({ min: 1, max: 2_678_400 }),
      onFailure: fc.constantFrom('wait', 'skip', 'fail'),
      retry: fc.record({ times: fc.integer({ min: 1, max: 10 }) }),
      optional: fc.constant(true as const),
      ...(levels > 0 && { fallback: moduleStep(levels - 1) }),
    },
    { requiredKeys: ['kind', 'module'] },
  )

const row = fc.record(
  {
    id: name,
    if: anyText,
    unless: anyText,
    outcome: code,
    reason: code,
    unanswered: fc.constant('continue' as const),
  },
  { requiredKeys: ['outcome', 'reason'] },
)
const table = fc.record({
  kind: fc.constant('decide' as const),
  rows: fc.array(row, { minLength: 1, maxLength: 8 }),
})

const leaf: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: moduleStep(1) },
  { weight: 1, arbitrary: table },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop'), outcome: code, reason: code }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('pack'), pack: code, version: fc.nat(99) }),
  },
)

/** Whether no path comes through it. */
function ends(step: Step): boolean {
  const inner = innerSteps(step).map(([, one]) => ends(one))
  if (step.kind === 'when') return step.otherwise !== undefined && inner.every(Boolean)
  if (step.kind === 'review') return step.approved !== undefined && inner.every(Boolean)
  if (step.kind === 'decide')
    return step.rows.some((one) => one.if === undefined && one.unless === undefined)
  return step.kind === 'stop' || inner.some(Boolean)
}

const anyStep = (levels: number): fc.Arbitrary<Step> => {
  if (levels === 0) return leaf
  const inner = anyStep(levels - 1)
  const steps = fc.array(inner, { minLength: 1, maxLength: 4 })
  const kind = fc.constantFrom('sequence', 'parallel')
  const when = {
    kind: fc.constant('when'),
    of,
    id: name,
    condition: anyText,
    run: inner,
    otherwise: inner,
    ifUnanswered: inner,
  }
  const review = { kind: fc.constant('review'), title: anyText, approved: inner, rejected: inner }
  return fc.oneof(
    leaf,
    fc.record({ kind, steps }).map(({ kind: own, steps: all }) => {
      const end = all.findIndex(ends)
      const kept = own === 'sequence' && end >= 0 ? all.slice(0, end + 1) : all
      return { kind: own, steps: kept }
    }),
    fc.record(when, { requiredKeys: ['kind', 'of', 'condition', 'run'] }),
    fc.record(review, { requiredKeys: ['kind', 'title'] }),
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

const packOf = (root: fc.Arbitrary<Step>) =>
  fc.record({ name: code, version: fc.integer({ min: 1, max: 99 }), root })

export const anyPack = packOf(anyStep(4))

/** What a step may stand in, so deep that it is at the limit of 20 levels. */
const wrappers: readonly ((inner: Step) => Step)[] = [
  (inner) => ({ kind: 'sequence', steps: [inner] }),
  (inner) => ({ kind: 'parallel', steps: [inner, inner] }),
  (inner) => ({ kind: 'when', condition: 'a && b', run: inner }),
  (inner) => ({ kind: 'when', condition: 'a', run: inner, otherwise: score, ifUnanswered: score }),
  (inner) => ({ kind: 'when', condition: 'a', run: score, otherwise: score, ifUnanswered: inner }),
  (inner) => ({ kind: 'repeat', timesMax: 2, until: 'a', run: inner }),
  (inner) => ({ kind: 'pack', pack: 'other', version: 1, root: inner }),
  (inner) => ({ kind: 'review', title: 'Who is it?', approved: inner, rejected: score }),
]
const score: Step = { kind: 'module', module: 'score', retry: { times: 2 } }
const guard: Step = {
  kind: 'when',
  condition: 'steps.score.results[0].value < 40',
  run: { kind: 'stop', outcome: 'rejected-by-score', reason: 'score-much-too-low-for-anything' },
}

const deep = (wraps: readonly ((inner: Step) => Step)[]): Step => {
  let root: Step = guard
  for (const wrap of wraps) root = wrap(root)
  return root
}
export const deepPack = packOf(
  fc
    .array(fc.constantFrom(...wrappers), { minLength: 19, maxLength: 19 })
    // Two branches each, so that there are not thousands of steps.
    .filter((all) => all.filter((one) => one === wrappers[1]).length < 6)
    .map(deep),
)
/** The same around each other: what takes most room. */
export const deepest = wrappers
  .filter((_, index) => index !== 1)
  .map((wrap) => deep(Array.from({ length: 19 }, () => wrap)))

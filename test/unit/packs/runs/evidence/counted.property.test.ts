// What of the evidence reaches facts of a run: over random compositions nothing of before the last step of its module that
// has begun, where that is fresh, is repeated or was asked for anew, and nothing that was too old for it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinFacts } from '#src/journey/facts/run-facts.ts'
import type { ModuleStep, Step } from '#src/packs/document/pack.ts'
import { countedFrom, findStep, isNarrow, lastBegun } from '#src/packs/runs/evidence/counted.ts'

const runAt = 1_000_000
const module = 'facialBiometrics'

const asked = fc.record(
  { fresh: fc.constant(true as const), maxAgeSeconds: fc.integer({ min: 1, max: 900 }) },
  { requiredKeys: [] },
)
/** How long after the run began it begins, in which round, and whether a person wants it anew; null: not yet. */
const begun = fc.option(
  fc.record({
    afterMs: fc.nat(500_000),
    round: fc.integer({ min: 1, max: 3 }),
    afresh: fc.boolean(),
  }),
)
const steps = fc.array(fc.tuple(asked, begun), { minLength: 1, maxLength: 6 })

const branch = fc.constantFrom<Step['kind']>('sequence', 'parallel')

test('no proof of before a fresh step, of another round or of too long ago is a fact of the run', () => {
  const property = fc.property(
    steps,
    branch,
    fc.integer({ min: 0, max: 1_600_000 }),
    (all, kind, at) => {
      const composed: ModuleStep[] = all.map(([more], index) => ({
        kind: 'module',
        module,
        id: `s${index}`,
        ...more,
      }))
      const root = { kind, steps: composed } as Step
      const rows = all.map(([, one], index) => ({
        step: `s${index}`,
        startedAt: one && new Date(runAt + one.afterMs),
        round: one?.round ?? 1,
        afresh: one?.afresh ?? false,
        taken: null,
      }))
      const run = { startedAt: new Date(runAt) }
      const name = lastBegun(rows, (step) => moduleAt(root, step)?.module).get(module)
      const row = rows.find(({ step }) => step === name)
      const step = name === undefined ? undefined : moduleAt(root, name)
      const counted = name === undefined ? {} : countedFrom(run, step, row)
      const came = !counted.since || at > counted.since.getTime()
      const liveness = came ? { done: true, status: 1, spoofs: 0 } : { done: false, spoofs: 0 }
      const joined = joinFacts(
        { liveness: { done: true, status: 1, spoofs: 2 } },
        isNarrow(counted) ? { liveness } : {},
        isNarrow(counted) ? { [module]: counted } : {},
      )
      const startedAt = row?.startedAt?.getTime() ?? -Infinity
      const isAnew = row !== undefined && (step?.fresh === true || row.afresh || row.round > 1)
      const isTooOld =
        step?.maxAgeSeconds !== undefined &&
        at < runAt &&
        at <= startedAt - step.maxAgeSeconds * 1_000
      const mayCount = isAnew ? at > startedAt : !isTooOld
      expect(joined['liveness']?.['status']).toBe(mayCount ? 1 : undefined)
      // What speaks against counts whenever it was.
      expect(joined['liveness']?.['spoofs']).toBe(2)
    },
  )
  fc.assert(property, { numRuns: 2_000 })
})

function moduleAt(root: Step, name: string) {
  const step = findStep(root, {}, name)
  return step?.kind === 'module' ? step : undefined
}

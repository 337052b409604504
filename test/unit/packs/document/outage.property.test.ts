// Over random tables, compositions and valuations: nothing unknown is a verdict but a review, and no outage an approval.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { questionsOf } from '#src/packs/document/condition-modules.ts'
import { answersAt, verdictAt, verdictOfTable } from '#src/packs/document/decision-table.ts'
import type { DecideStep, Step } from '#src/packs/document/pack.ts'
import { type ConditionAnswer, stepsTaken } from '#src/packs/document/walk.ts'
import { play } from './play.ts'
import { orders, packs, worlds } from './random-packs.ts'

const answers = fc.constantFrom<ConditionAnswer>(true, false, 'unanswered', 'failed')

const tables: fc.Arbitrary<DecideStep> = fc
  .array(
    fc.record({
      outcome: fc.constantFrom('approved', 'rejected', 'review', 'other'),
      isAsked: fc.boolean(),
      goesOn: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((rows) => ({
    kind: 'decide',
    rows: rows.map(({ outcome, isAsked, goesOn }, at) => ({
      outcome,
      reason: `row-${at}`,
      ...(isAsked && { if: 'steps.m0.ok' }),
      ...(isAsked && goesOn && { unanswered: 'continue' as const }),
    })),
  }))

test('a row that is not known gives no verdict but review, and only what holds gives another', () => {
  fc.assert(
    fc.property(tables, fc.array(answers, { minLength: 8, maxLength: 8 }), (table, given) => {
      const verdict = verdictOfTable(table, '', answersAt(table, '', given))
      const at = Number(verdict?.row.split('/').at(-1))
      const row = table.rows[at]
      const isKnown = row?.if === undefined || given[at] === true
      expect(verdict?.outcome).toBe(isKnown ? row?.outcome : 'review')
      expect(verdict?.unansweredStep === undefined).toBe(isKnown)
    }),
    { numRuns: 2_000 },
  )
})

test('a module that failed and was asked about never ends in an approval', () => {
  const approving = packs({ stops: true, tables: true }).map(({ root, ...pack }) => ({
    ...pack,
    root: { kind: 'sequence' as const, steps: [root, approve] },
  }))
  let approvals = 0
  fc.assert(
    fc.property(approving, worlds, orders, fc.boolean(), (pack, given, order, isOut) => {
      const world: typeof given = {
        ...given,
        outcome: (name, time) => (name === 'm0' && isOut ? 'failed' : given.outcome(name, time)),
      }
      const { run, stop } = play(pack, world, order)
      const isApproved = stop?.outcome === 'approved'
      if (isApproved) approvals += 1
      // Each condition asks about m0.
      const isPast = isApproved && run.modules['m0']?.status === 'failed'
      expect(isPast ? readBefore(pack.root, run.answers) : []).toEqual([])
    }),
    { numRuns: 1_000 },
  )
  expect(approvals).toBeGreaterThan(20)
})

const approve: Step = { kind: 'stop', outcome: 'approved', reason: 'all-there' }

/** The conditions that were asked, but for rows behind the one that has ended the run. */
function readBefore(root: Step, given: Readonly<Record<string, ConditionAnswer>>): string[] {
  return [...stepsTaken(root, given)].flatMap(([path, step]) => {
    const asked = questionsOf(step)
      .map(({ part }) => path + part)
      .filter((at) => given[at] !== undefined)
    const end = step.kind === 'decide' ? verdictAt(root, path, given)?.row : undefined
    const last = end === undefined ? Infinity : Number(end.split('/').at(-1))
    return asked.filter((at) => Number(at.split('/').at(-1)) <= last || end === undefined)
  })
}

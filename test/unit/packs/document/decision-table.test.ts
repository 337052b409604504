// `decide`: a table of rows, the first that holds ends the run.
import { describe, expect, test } from 'vitest'
import { nextPackActions, type PackRun } from '#src/packs/document/interpret.ts'
import type { DecideRow, Step } from '#src/packs/document/pack.ts'
import { findFaults } from '#src/packs/document/faults/faults.ts'
import { findUnguarded } from '#src/packs/document/table-facts.ts'
import { answersAt } from '#src/packs/document/decision-table.ts'
import type { ConditionAnswer } from '#src/packs/document/walk.ts'
import { decide, module, parallel, sequence, stop } from '#test/support/packs/build.ts'

const faces = { key: 'facialBiometrics' } as const
const checks = { key: 'backgroundCheck' } as const
const rows: DecideRow[] = [
  { if: 'facts.liveness.spoofs >= 2', outcome: 'rejected', reason: 'spoof' },
  { unless: 'facts.liveness.status == 1', outcome: 'review', reason: 'not-live' },
  { outcome: 'approved', reason: 'all-proven' },
]
const path = '/steps/1'
const packOf = (given: readonly DecideRow[], ...behind: Step[]) => ({
  name: 'tried',
  version: 1,
  root: sequence(module(faces), { ...decide(...given), id: 'verdict' }, ...behind),
})

/** What a run comes to whose rows are answered so. */
function verdictOf(given: readonly DecideRow[], ...answers: ConditionAnswer[]) {
  const pack = packOf(given, module(checks))
  const run: PackRun = {
    modules: { facialBiometrics: { status: 'completed' } },
    answers: answersAt(pack.root, path, answers),
  }
  const { stop: ended, actions } = nextPackActions(pack, run)
  return ended ?? actions.map(({ kind }) => kind)
}

describe('a table', () => {
  test('is asked once, as a whole', () => {
    const pack = packOf(rows)
    const modules = { facialBiometrics: { status: 'completed' as const } }
    expect(nextPackActions(pack, { modules, answers: {} }).actions).toEqual([
      { kind: 'answer-table', path, step: pack.root.kind === 'sequence' && pack.root.steps[1] },
    ])
  })

  const passed: DecideRow[] = rows.map((row, at) =>
    at === 0 ? { ...row, unanswered: 'continue' } : row,
  )

  test.for<[string, readonly DecideRow[], ConditionAnswer[], unknown]>([
    ['its first row holds', rows, [true, true], { outcome: 'rejected', reason: 'spoof' }],
    ['a later row holds', rows, [false, true], { outcome: 'review', reason: 'not-live' }],
    [
      'a row without a condition',
      rows,
      [false, false],
      { outcome: 'approved', reason: 'all-proven' },
    ],
    ['no row holds', rows.slice(0, 2), [false, false], ['start-step']],
    [
      'a row that rejects is unknown',
      rows,
      ['unanswered', false],
      { outcome: 'review', reason: 'unanswered', unansweredStep: 'verdict.spoof' },
    ],
    [
      'a row that could not be computed',
      rows,
      ['failed', false],
      { outcome: 'review', reason: 'unanswered', unansweredStep: 'verdict.spoof' },
    ],
    [
      'a row that is a review is unknown: its own reason',
      rows,
      [false, 'unanswered'],
      { outcome: 'review', reason: 'not-live', unansweredStep: 'verdict.not-live' },
    ],
    [
      'an unknown row goes on',
      passed,
      ['unanswered', true],
      { outcome: 'review', reason: 'not-live' },
    ],
  ])('%s', ([, given, answers, expected]) => {
    expect(verdictOf(given, ...answers)).toEqual(expected)
  })
})

const faultsOf = (root: Step) => findFaults(root).map(({ pointer, detail }) => [pointer, detail])
const always: DecideRow = { outcome: 'approved', reason: 'fine' }
const asked: DecideRow = { if: 'true', outcome: 'rejected', reason: 'bad' }

describe('a table is refused', () => {
  test.for<[string, DecideRow[], string, string]>([
    ['without rows', [], '/steps/1/rows', 'a decide step has no rows'],
    [
      'with more than 100 rows',
      Array.from({ length: 101 }, (_, at) => ({ ...asked, id: `row${at}` })),
      '/steps/1/rows',
      'it has more than 100 rows',
    ],
    [
      'with a row behind one without a condition',
      [always, asked],
      '/steps/1/rows/1',
      'it stands behind a row without a condition, and is never asked',
    ],
    [
      'with two rows of one name',
      [asked, { ...asked, if: 'false' }],
      '/steps/1/rows/1',
      'two rows are named bad: give one an id',
    ],
    [
      'with `if` and `unless` in one row',
      [{ ...asked, unless: 'true' }],
      '/steps/1/rows/0/unless',
      'a row has `if` or `unless`, and not both',
    ],
    [
      'with a row that goes on without a condition',
      [{ ...always, unanswered: 'continue' }],
      '/steps/1/rows/0/unanswered',
      'a row without a condition always has an answer',
    ],
    [
      'with a row named as a module',
      [{ ...asked, id: 'facialBiometrics' }],
      '/steps/1/rows/0',
      'facialBiometrics names a step, too: give the row another id',
    ],
    [
      'with a row named by a word of CEL',
      [{ ...asked, reason: 'true' }],
      '/steps/1/rows/0',
      'true is a word of CEL: give the row another id',
    ],
    [
      'with prose for a reason',
      [{ ...asked, reason: 'It is bad' }],
      '/steps/1/rows/0/reason',
      'the reason of a row is not a code',
    ],
    [
      'that asks about a step which has not ended',
      [{ ...asked, if: 'steps.score.results[0].value > 1' }],
      '/steps/1/rows/0/if',
      'there is no step score; there are: facialBiometrics',
    ],
  ])('%s', ([, given, pointer, detail]) => {
    expect(faultsOf(packOf(given).root)).toContainEqual([pointer, detail])
  })

  test('where a step stands behind a row without a condition', () => {
    expect(faultsOf(packOf(rows, module(checks)).root)).toEqual([
      ['/steps/2', 'a module step follows a stop'],
    ])
  })

  test('where it reads a fact of a module that stands behind it or beside it', () => {
    const reads = decide({ if: 'facts.checks.hit', outcome: 'review', reason: 'listed' })
    const detail = 'it reads a fact of backgroundCheck before that has ended'
    expect(faultsOf(sequence(module(faces), reads, module(checks)))).toEqual([
      ['/steps/1/rows/0/if', detail],
    ])
    expect(faultsOf(parallel(module(checks), sequence(module(faces), reads)))).toEqual([
      ['/steps/1/steps/1/rows/0/if', detail],
    ])
    expect(faultsOf(sequence(module(checks), reads, stop('approved', 'fine')))).toEqual([])
    expect(faultsOf(sequence(module(faces), reads, stop('approved', 'fine')))).toEqual([])
  })
})

test('each row that is passed unknown is named with the facts that no other row asks for', () => {
  const table = decide(
    { if: 'facts.checks.personDead', outcome: 'rejected', reason: 'dead', unanswered: 'continue' },
    { if: 'facts.checks.hit', outcome: 'rejected', reason: 'listed', unanswered: 'continue' },
    { unless: '!facts.checks.hit', outcome: 'review', reason: 'lists' },
  )
  expect(findUnguarded(table)).toEqual([{ row: 'dead', reads: ['facts.checks.personDead'] }])
})

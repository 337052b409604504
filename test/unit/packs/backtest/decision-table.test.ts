// A table over what a run has kept: row by row, wherever its rows stand.
import { describe, expect, test } from 'vitest'
import { evaluate } from '#src/packs/backtest/evaluate.ts'
import { PastRun } from '#src/packs/backtest/past-run.ts'
import { answerTable } from '#src/packs/conditions/conditions.ts'
import { answersAt } from '#src/packs/document/decision-table.ts'
import type { DecideRow, Step } from '#src/packs/document/pack.ts'
import { Evidence } from '#src/packs/runs/evidence/evidence.ts'
import { vocabulary } from '#test/support/packs/own-pack.ts'
import { decide, module, sequence } from '#test/support/packs/build.ts'

const listed: DecideRow = { if: 'facts.checks.hit', outcome: 'rejected', reason: 'listed' }
const low = (score: number): DecideRow => ({
  if: `steps.score.results[0].value < ${score}`,
  outcome: 'review',
  reason: 'score-low',
})
const proven: DecideRow = { outcome: 'approved', reason: 'all-proven' }
const packOf = (...rows: DecideRow[]) => ({
  name: 'own',
  version: 1,
  root: sequence(module({ key: 'score' }), { ...decide(...rows), id: 'verdict' }) as Step,
})

/** A run of it with a score of 60 and no hit, which was approved. */
function pastRun() {
  const pack = packOf(listed, low(30), proven)
  const evidence = new Evidence()
  evidence.note('score@1', {}, 'completed')
  evidence.turn()
  const results = [{ value: 60 }]
  const sections = { score: evidence.section('score', { moduleStatus: 'completed', results }) }
  evidence.note('/steps/1', { sections, facts: evidence.facts({ checks: { hit: false } }) })
  const answers = answersAt(pack.root, '/steps/1', [false, false, true])
  return { pack, answers, kept: evidence.record }
}

const tried = (pack: ReturnType<typeof packOf>) => {
  const past = { ...pastRun(), transaction: async () => ({}), recompute: async () => undefined }
  const recorded = new PastRun(past, pack)
  return evaluate(pack, recorded, (path, run) =>
    answerTable(recorded.sightAt(path, run), { pack, path }, vocabulary),
  )
}

describe('a version over the run of another', () => {
  test('that is the same decides the same', async () => {
    expect(await tried(packOf(listed, low(30), proven))).toEqual({
      outcome: 'approved',
      differed: [],
    })
  })

  test('names each row that answers otherwise, wherever it stands', async () => {
    expect(await tried(packOf(low(80), listed, proven))).toEqual({
      outcome: 'review',
      differed: ['verdict.score-low'],
    })
  })

  test('that asks for facts which were not kept says what is missing', async () => {
    const asks: DecideRow = { if: 'facts.phones.denied', outcome: 'review', reason: 'denied' }
    expect(await tried(packOf(asks, proven))).toMatchObject({
      missing: [{ step: 'verdict', why: 'not-kept', read: 'facts.phones' }],
    })
  })
})

// Builds the figure of a decision table: each row with its condition and verdict, and for a run its answers.
import type { DecideRow, DecideStep } from '#src/packs/document/pack.ts'
import { isAsking, rowName, rowPath, verdictOfTable } from '#src/packs/document/decision-table.ts'
import type { ConditionAnswer } from '#src/packs/document/walk.ts'
import { type RowState, type Table, type TableRow, toneOf } from './shapes.ts'
import type { RunView, View } from './run-view.ts'
import { firstClause } from './text.ts'
import type { Wording } from './wording.ts'

export function tableFigure(step: DecideStep, pointer: string, { run, wording }: View): Table {
  const { id = 'decide', rows } = step
  const seen = run?.answers[pointer] === undefined ? undefined : run
  const verdict = seen && verdictOfTable(step, pointer, seen.answers)
  const end = seen && verdict && endingOf(verdict, seen)
  return {
    kind: 'table',
    pointer,
    name: id,
    rows: rows.map((row, at) => {
      const path = rowPath(pointer, at)
      const isVerdict = verdict?.row === path
      const ended = isVerdict ? end : undefined
      const answer = isVerdict ? (seen?.answers[path] ?? true) : seen?.answers[path]
      const isHidden = seen?.hidden?.has(path) === true
      return rowFigure(row, path, wording, {
        ...(ended ?? row),
        state: seen && (ended ? 'ended' : stateOf(isHidden ? undefined : answer)),
        values: seen?.values?.[path],
      })
    }),
    goesOn: rows.every(isAsking),
    ...(run && { reach: !seen ? 'untouched' : verdict ? 'begun' : 'passed' }),
  }
}

type Ending = Pick<TableRow, 'outcome' | 'reason'>

/**
 * The verdict with which a table ended the run; undefined when another stop ended it. An approval that an outage turned
 * into a review is shown as the review.
 */
function endingOf({ outcome, reason }: Ending, { stopReason }: RunView): Ending | undefined {
  if (stopReason === reason) return { outcome, reason }
  const isGuarded = outcome === 'approved' && stopReason === 'unanswered'
  return isGuarded ? { outcome: 'review', reason: 'unanswered' } : undefined
}

function stateOf(answer: ConditionAnswer | undefined): RowState {
  if (answer === undefined) return 'unasked'
  return typeof answer === 'string' ? 'unknown' : answer ? 'held' : 'no'
}

type Shown = Pick<TableRow, 'outcome' | 'reason'> & {
  readonly state: RowState | undefined
  readonly values: readonly string[] | undefined
}

function rowFigure(row: DecideRow, pointer: string, wording: Wording, shown: Shown): TableRow {
  const { outcome, reason, state, values } = shown
  const [word, condition] =
    row.unless === undefined
      ? ([wording.if, row.if] as const)
      : ([wording.unless, row.unless] as const)
  const tone = toneOf(outcome)
  return {
    pointer,
    name: rowName(row),
    asked:
      condition === undefined ? wording.otherwise : `${word} ${firstClause(condition, wording)}`,
    words: condition === undefined ? wording.otherwise : `${word} ${condition}`,
    outcome,
    reason,
    ...(row.unanswered && { goesOn: true as const }),
    ...(tone && { tone }),
    ...(state && { state }),
    ...(values && { values }),
  }
}

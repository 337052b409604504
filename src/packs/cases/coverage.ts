// Computes which parts of a document its test cases reach: modules and waits, both answers of each condition, each row of a
// table, stops. Pure.
import type { Step } from '#src/packs/document/pack.ts'
import { nameAt, rowPath, tableAt, verdictAt } from '#src/packs/document/decision-table.ts'
import { eachStep, isRowStep, nameOf, nameOfStep, stepsTaken } from '#src/packs/document/walk.ts'
import type { PackRun } from '#src/packs/document/interpret.ts'

/** Names of parts: `score`, `scoreLow: yes`, `stop at /steps/2/run`. */
export type Reached = ReadonlySet<string>

const stopPart = (step: Step, path: string) => `stop at ${nameOfStep(step, path)}`
const branchPart = (step: Step, path: string, answer: 'yes' | 'no') =>
  `${nameOfStep(step, path)}: ${answer}`

const endPart = (row: string) => `${row} ends it`
const passedPart = (row: string) => `${row} is passed without an answer`

/** Lists all parts of the document. */
function partsOf(root: Step): string[] {
  const parts = [...eachStep(root)].flatMap(([path, step]) => {
    if (isRowStep(step)) return [nameOfStep(step, path)]
    if (step.kind === 'stop') return [stopPart(step, path)]
    if (step.kind === 'decide')
      return step.rows.flatMap(({ unanswered }, at) => {
        const name = nameAt(root, rowPath(path, at))
        return [endPart(name), ...(unanswered ? [passedPart(name)] : [])]
      })
    if (step.kind !== 'when' && step.kind !== 'repeat' && step.kind !== 'review') return []
    return [branchPart(step, path, 'yes'), branchPart(step, path, 'no')]
  })
  return [...new Set(parts)]
}

/** The parts that a run has reached so far. */
export function reachedBy(root: Step, run: PackRun, began: readonly string[]): string[] {
  const stopped = run.stopped
  const parts: string[] = []
  for (const [path, step] of stepsTaken(root, run.answers)) {
    const answer = run.answers[path]
    if (isRowStep(step) && began.includes(nameOf(step))) parts.push(nameOfStep(step, path))
    if (typeof answer === 'boolean' && !isRowStep(step))
      parts.push(branchPart(step, path, answer ? 'yes' : 'no'))
    if (step.kind === 'decide' && answer !== undefined) parts.push(...reachedOf(root, path, run))
    const isStop = step.kind === 'stop' && stopped?.outcome === step.outcome
    if (isStop && stopped.reason === step.reason) parts.push(stopPart(step, path))
  }
  return parts
}

/**
 * The parts of an evaluated table: the row that ended the run, and the rows before it that were passed without an
 * answer.
 */
function reachedOf(root: Step, path: string, { answers, stopped }: PackRun): string[] {
  const verdict = verdictAt(root, path, answers)
  const { rows } = tableAt(root, path)
  const places = rows.map((_, at) => rowPath(path, at))
  const end = verdict ? places.indexOf(verdict.row) : rows.length
  const passed = places.filter((place, at) => at < end && typeof answers[place] === 'string')
  const isEnd = verdict !== undefined && verdict.reason === stopped?.reason
  return [
    ...passed.map((place) => passedPart(nameAt(root, place))),
    ...(isEnd ? [endPart(nameAt(root, verdict.row))] : []),
  ]
}

export type Coverage = {
  readonly parts: number
  readonly reached: number
  readonly missing: readonly string[]
}

export function coverageOf(root: Step, reached: readonly Reached[]): Coverage {
  const all = partsOf(root)
  const missing = all.filter((part) => !reached.some((one) => one.has(part)))
  return { parts: all.length, reached: all.length - missing.length, missing }
}

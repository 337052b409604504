// Decision tables: the names and positions of their rows, and their verdicts. Pure.
import type { DecideRow, DecideStep, Step } from './pack.ts'
import { type ConditionAnswer, nameOfStep, stepAt } from './walk.ts'

type Answers = Readonly<Record<string, ConditionAnswer>>

/** The verdict of a table; `row` is the position of the deciding row, `name` its name. */
export type TableVerdict = {
  readonly row: string
  readonly name: string
  readonly outcome: string
  readonly reason: string
  readonly unansweredStep?: string
}

export const rowPath = (path: string, index: number): string => `${path}/rows/${index}`

export const rowName = ({ id, reason }: DecideRow): string => id ?? reason

/** The name of a row in reports: `verdict.document-refused`. */
const nameOfRow = (step: DecideStep, path: string, row: DecideRow): string =>
  `${nameOfStep(step, path)}.${rowName(row)}`

export const isAsking = (row: DecideRow): boolean =>
  row.if !== undefined || row.unless !== undefined

/**
 * The entries in `answers` after a table was evaluated: whether it ends the run, and for each row with a condition its
 * answer.
 */
export function answersAt(
  root: Step,
  path: string,
  answers: ConditionAnswer | readonly ConditionAnswer[],
): Answers {
  const step = tableAt(root, path)
  const given = Object.fromEntries(
    step.rows.flatMap((row, at) => {
      const answer = typeof answers === 'object' ? (answers[at] ?? 'failed') : answers
      return isAsking(row) ? [[rowPath(path, at), answer] as const] : []
    }),
  )
  return { [path]: verdictOfTable(step, path, given) !== undefined, ...given }
}

/** The verdict of an evaluated table. */
export const verdictAt = (root: Step, path: string, answers: Answers): TableVerdict | undefined =>
  verdictOfTable(tableAt(root, path), path, answers)

/** Throws an Error where there is no table. */
export function tableAt(root: Step, path: string): DecideStep {
  const step = stepAt(root, path)
  if (step?.kind === 'decide') return step
  throw new Error(`there is no table at ${path}`)
}

/** The verdict of the first row that holds; a row without an answer gives `review`, unless it says `continue`. */
export function verdictOfTable(
  step: DecideStep,
  path: string,
  answers: Answers,
): TableVerdict | undefined {
  for (const [at, row] of step.rows.entries()) {
    const { outcome, reason } = row
    const place = rowPath(path, at)
    const answer = isAsking(row) ? (answers[place] ?? 'failed') : true
    const own = { row: place, name: rowName(row) }
    if (answer === true) return { ...own, outcome, reason }
    if (answer === false || row.unanswered === 'continue') continue
    const unansweredStep = nameOfRow(step, path, row)
    return outcome === 'review'
      ? { ...own, outcome, reason, unansweredStep }
      : { ...own, outcome: 'review', reason: 'unanswered', unansweredStep }
  }
  return undefined
}

/** The row at a position, with its name. */
function rowAt(root: Step, path: string): { row: DecideRow; name: string } | undefined {
  const [, table, index] = /^(.*)\/rows\/(\d+)$/.exec(path) ?? []
  const step = table === undefined ? undefined : stepAt(root, table)
  const row = step?.kind === 'decide' ? step.rows[Number(index)] : undefined
  return row && step?.kind === 'decide' && table !== undefined
    ? { row, name: nameOfRow(step, table, row) }
    : undefined
}

/** The name of a step, condition or row by its position. */
export function nameAt(root: Step, path: string): string {
  const step = stepAt(root, path)
  return step ? nameOfStep(step, path) : (rowAt(root, path)?.name ?? path)
}

/** Removes the answers of tables with an unanswered row, because such a table is evaluated again as a whole. */
export function withoutOpenTables<Answer>(answers: Readonly<Record<string, Answer>>) {
  const open = Object.entries(answers).flatMap(([path, answer]) => {
    const [, table] = /^(.*)\/rows\/\d+$/.exec(path) ?? []
    return table !== undefined && typeof answer !== 'boolean' ? [table] : []
  })
  const isOpen = (path: string) =>
    open.some((table) => path === table || path.startsWith(`${table}/`))
  return Object.fromEntries(Object.entries(answers).filter(([path]) => !isOpen(path)))
}

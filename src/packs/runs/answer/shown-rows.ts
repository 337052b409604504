// The rows of a run’s tables for its answer: what counts against an approval, without values. Pure.
import type { z } from 'zod'
import {
  modulesAsked,
  modulesOfFacts,
  type Question,
  questionsOf,
} from '#src/packs/document/condition-modules.ts'
import type { Answers } from '#src/packs/document/interpret.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { nameAt, rowPath, verdictOfTable } from '#src/packs/document/decision-table.ts'
import { eachStep, stepsTaken } from '#src/packs/document/walk.ts'
import type { ShownRow } from '../schema.ts'

type MayShow = (module: string) => boolean

/** The positions of rows that read a module whose results may not be shown. */
export const hiddenRows = (root: Step, mayShow: MayShow): ReadonlySet<string> =>
  new Set(
    [...eachStep(root)].flatMap(([path, step]) =>
      step.kind === 'decide'
        ? questionsOf(step)
            .filter((one) => !mayShowRow(root, one, mayShow))
            .map(({ part }) => path + part)
        : [],
    ),
  )

const mayShowRow = (root: Step, question: Question, mayShow: MayShow): boolean =>
  [...modulesAsked(root, [question]), ...modulesOfFacts(question.text)].every(mayShow)

/**
 * For each evaluated table, the rows with a condition and another outcome than `approved` that hold or have no answer,
 * except rows that read a hidden module. Undefined where no table was evaluated.
 */
export function shownRows(
  root: Step,
  answers: Answers,
  mayShow: MayShow,
): z.output<typeof ShownRow>[] | undefined {
  const tables = [...stepsTaken(root, answers)].flatMap(([path, step]) =>
    step.kind === 'decide' && answers[path] !== undefined ? [{ path, step }] : [],
  )
  if (tables.length === 0) return undefined
  return tables.flatMap(({ path, step }) => {
    const end = verdictOfTable(step, path, answers)?.row
    return questionsOf(step).flatMap((question) => {
      const place = path + question.part
      const row = step.rows.find((_, at) => rowPath(path, at) === place)
      const answer = answers[place]
      if (!row || answer === undefined || answer === false || row.outcome === 'approved') return []
      if (!mayShowRow(root, question, mayShow)) return []
      return [
        {
          row: nameAt(root, place),
          outcome: row.outcome,
          reason: row.reason,
          held: answer === true ? (true as const) : ('unknown' as const),
          ...(place === end && { ended: true as const }),
        },
      ]
    })
  })
}

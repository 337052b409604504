// The rows of a run's tables, as its answer shows them: what speaks against an approval, without a value. Pure.
import type { z } from 'zod'
import { modulesAsked, modulesOfFacts, questionsOf } from '#src/packs/document/condition-modules.ts'
import type { Answers } from '#src/packs/document/interpret.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { nameAt, rowPath, verdictOfTable } from '#src/packs/document/decision-table.ts'
import { stepsTaken } from '#src/packs/document/walk.ts'
import type { ShownRow } from './schema.ts'

/**
 * Of each table that was answered the rows with a condition and another outcome than `approved` that hold or are unknown;
 * left out where one reads a module that may not be shown. Undefined where no table was answered.
 */
export function shownRows(
  root: Step,
  answers: Answers,
  mayShow: (module: string) => boolean,
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
      const modules = [...modulesAsked(root, [question]), ...modulesOfFacts(question.text)]
      if (!modules.every(mayShow)) return []
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

// Finds which data the rows of a table read. Pure.
import { readsOf } from '#src/platform/cel/cel.ts'
import { questionsOf } from './condition-modules.ts'
import type { DecideStep } from './pack.ts'
import { rowName, rowPath } from './decision-table.ts'

/** Rows with `unanswered: continue`, each with the data that no other row reads without it. */
export function findUnguarded(
  step: DecideStep,
): readonly { readonly row: string; readonly reads: readonly string[] }[] {
  const rows = step.rows.map((row, at) => {
    const question = questionsOf(step).find(({ part }) => part === rowPath('', at))
    const reads = readsOf(question?.text ?? '').map((chain) => chain.join('.'))
    return { row: rowName(row), reads: [...new Set(reads)], isPassed: row.unanswered !== undefined }
  })
  const guarded = new Set(rows.flatMap(({ reads, isPassed }) => (isPassed ? [] : reads)))
  return rows.flatMap(({ row, reads, isPassed }) => {
    const left = reads.filter((one) => !guarded.has(one))
    return isPassed && left.length > 0 ? [{ row, reads: left }] : []
  })
}

// What the rows of a table read between them. Pure.
import { readsOf } from '#src/platform/cel/cel.ts'
import { questionsOf } from './condition-modules.ts'
import type { DecideStep } from './pack.ts'
import { rowName, rowPath } from './decision-table.ts'

/** Rows that are passed unknown, each with what it reads and no other row reads without being passed so. */
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

// Finds the faults of a table that do not depend on other steps: its rows, their names and their order.
import { isReservedWord } from '#src/platform/cel/reserved.ts'
import type { DecideStep, PackFault, Step } from '../pack.ts'
import { isAsking, rowName, rowPath } from '../decision-table.ts'
import { rowsMax } from '../schema/parts-schema.ts'

/** Pointers start at the step. */
export function findTableFaults({ rows }: DecideStep): PackFault[] {
  if (rows.length === 0) return [{ pointer: '/rows', detail: 'a decide step has no rows' }]
  if (rows.length > rowsMax)
    return [{ pointer: '/rows', detail: `it has more than ${rowsMax} rows` }]
  const last = rows.findIndex((row) => !isAsking(row))
  const named = new Set<string>()
  return rows.flatMap((row, at) => {
    const name = rowName(row)
    const isTwice = named.has(name)
    named.add(name)
    const faults = [
      ...(isTwice ? [{ pointer: '', detail: `two rows are named ${name}: give one an id` }] : []),
      ...(row.if !== undefined && row.unless !== undefined
        ? [{ pointer: '/unless', detail: 'a row has `if` or `unless`, and not both' }]
        : []),
      ...(row.unanswered !== undefined && !isAsking(row)
        ? [{ pointer: '/unanswered', detail: 'a row without a condition always has an answer' }]
        : []),
      ...(last >= 0 && at > last
        ? [
            {
              pointer: '',
              detail: 'it stands behind a row without a condition, and is never asked',
            },
          ]
        : []),
      ...findWordFaults(row, 'row'),
    ]
    return faults.map((one) => ({ ...one, pointer: `/rows/${at}${one.pointer}` }))
  })
}

/** A row’s name must differ from all steps and modules, and be no reserved word of CEL. */
export function findRowNameFaults(steps: readonly (readonly [string, Step])[]): PackFault[] {
  const taken = new Set(
    steps.flatMap(([, step]) => [step.id, step.kind === 'module' ? step.module : undefined]),
  )
  return steps.flatMap(([pointer, step]) =>
    step.kind === 'decide'
      ? step.rows.flatMap((row, at) => {
          const name = rowName(row)
          const detail = taken.has(name)
            ? `${name} names a step, too: give the row another id`
            : isReservedWord(name) && `${name} is a word of CEL: give the row another id`
          return detail ? [{ pointer: rowPath(pointer, at), detail }] : []
        })
      : [],
  )
}

/** Histories and the journal hold only codes, so prose is refused. */
export const findWordFaults = (
  step: { readonly outcome: string; readonly reason: string },
  noun: string,
): PackFault[] =>
  (['outcome', 'reason'] as const).flatMap((field) =>
    isCode(step[field])
      ? []
      : [{ pointer: `/${field}`, detail: `the ${field} of a ${noun} is not a code` }],
  )

const isCode = (text: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 64

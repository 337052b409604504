// The narrow row as a commit takes it along: a column more of which commits must know is one line here.
import { named, readRow, type RowOf } from '#src/platform/db/rows.ts'
import type { Locked } from './locked.ts'
import { transactions } from './table.ts'

const columns = {
  lastSeq: transactions.lastSeq,
  seenSeq: transactions.seenSeq,
  tasks: transactions.agenda,
  armedAt: transactions.armedAt,
  sweepAt: transactions.sweepAt,
  clockOffsetMs: transactions.clockOffsetMs,
  pack: transactions.pack,
}

export type RowState = RowOf<typeof columns>

export const stateColumns = named(columns)

type Known = Pick<Locked, 'id' | 'tenant' | 'mode' | 'createdAt' | 'key' | 'fields'>

/** `row` has `stateColumns`. */
export function toLocked(
  known: Known,
  row: Readonly<Record<string, unknown>>,
  wallNow: Date,
): Locked {
  const before = readRow(columns, row)
  const { clockOffsetMs, lastSeq, tasks, pack } = before
  return {
    ...known,
    erased: false,
    wallNow,
    now: new Date(wallNow.getTime() + clockOffsetMs),
    before,
    clockOffsetMs,
    lastSeq,
    tasks,
    pack,
    unwritten: [],
    mustNudge: false,
    nudges: false,
  }
}

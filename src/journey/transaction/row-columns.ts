// The columns of the row `transaction` that a commit reads, and those that it changes.
import { named, type RowOf } from '#src/platform/db/rows.ts'
import { transactions } from './table.ts'

export const columns = {
  lastSeq: transactions.lastSeq,
  seenSeq: transactions.seenSeq,
  tasks: transactions.agenda,
  armedAt: transactions.armedAt,
  supersededRun: transactions.supersededRun,
  sweepAt: transactions.sweepAt,
  sweeps: transactions.sweeps,
  clockOffsetMs: transactions.clockOffsetMs,
  pack: transactions.pack,
  outcome: transactions.outcome,
  documentType: transactions.documentType,
  parentId: transactions.parentId,
}

/** The columns that a commit changes. */
export const changing = ['lastSeq', 'tasks', 'clockOffsetMs', 'pack', 'outcome'] as const
export type Changing = (typeof changing)[number]

export type RowState = RowOf<typeof columns>
export type ChangingState = { -readonly [K in Changing]: RowState[K] }

export const stateColumns = named(columns)

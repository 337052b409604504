// The signatures of the activities (types only), because an import of an implementation would pull Node into the
// bundle. Every task of the agenda is also an activity under its own name.
import type { AgendaRequest, OperatorActivities } from '#src/journey/transaction/act.ts'
import type {
  Agenda,
  TaskAnswer,
  TaskRequest,
  HistoryEntry,
} from '#src/journey/transaction/task.ts'

export type AgendaActivities = OperatorActivities & {
  /**
   * Null when the transaction is missing or erased. `after` is null if this run of the workflow has just begun.
   * `closes`: the workflow closes if the agenda is empty.
   */
  readAgenda(request: AgendaRequest): Promise<Agenda | null>
  /** Returns the agenda when it is no longer empty, so that the workflow must not close. */
  closeAgenda(request: { id: string; after: number }): Promise<Closing>
  /** Ends a task that keeps failing. */
  failTask(request: TaskRequest): Promise<TaskAnswer>
}

/** Closed, with the entries that the workflow has not seen; or not closed, with the present agenda. */
export type Closing =
  | {
      readonly closed: true
      readonly entries: readonly HistoryEntry[]
      readonly pack: string | null
      readonly outcome: string | null
    }
  | { readonly closed: false; readonly agenda: Agenda | null }

/** The activities of backtests, on a queue of their own. */
export type BacktestActivities = {
  /** The numbers count the runs, including those left out. */
  runBacktestBatch(request: { id: string }): Promise<{
    readonly isDone: boolean
    readonly seen: number
    readonly total: number
  }>
  /** Ends a backtest that could not run. */
  failBacktest(request: { id: string }): Promise<void>
}

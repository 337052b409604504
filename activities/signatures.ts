// The signatures of the activities, types only: an import of an implementation would drag Node into the bundle. Every
// task of the agenda is an activity of its name too.
import type { Agenda, TaskAnswer, TaskAsked, HistoryEntry } from '#src/journey/transaction/task.ts'

export type AgendaActivities = {
  /**
   * Null: the transaction is gone or erased. `after` null: this run of the workflow begins. `named`: its code names
   * activities by what they do, which is echoed. `closes`: it closes when the answer says so.
   */
  readAgenda(request: {
    id: string
    after: number | null
    named?: true
    closes?: true
  }): Promise<Agenda | null>
  /** The agenda when it was not empty any more, so that the workflow may not close. */
  closeAgenda(request: { id: string; after: number }): Promise<Closing>
  /** A task that keeps failing. */
  failTask(request: TaskAsked): Promise<TaskAnswer>
}

/** Closed, with the entries that the workflow has not seen; or not, with the agenda as it is. */
export type Closing =
  | { readonly closed: true; readonly entries: readonly HistoryEntry[] }
  | { readonly closed: false; readonly agenda: Agenda | null }

/** Batches of a backtest, on a queue of their own. */
export type BacktestActivities = {
  /** Counts of runs, those left out included. */
  runBacktestBatch(request: { id: string }): Promise<{
    readonly isDone: boolean
    readonly seen: number
    readonly total: number
  }>
  /** It ends without having looked at all. */
  failBacktest(request: { id: string }): Promise<void>
}

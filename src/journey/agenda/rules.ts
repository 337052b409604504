// When a workflow is to be woken, when it wakes by itself, and when the sweep looks. Pure: `test/model`
// explores these rules with everything that can go wrong between them. Times are epoch milliseconds.
import type { Task, Tasks } from './task.ts'

/** Until the sweep looks whether a nudge has arrived. */
const nudgeGraceMs = 1_000
/** How long something may be overdue before its workflow counts as lost. */
export const overdueMs = 10_000
const backOffFirstMs = 2_000
const backOffMaxMs = 300_000

export const isDue = ({ dueAt }: Pick<Task, 'dueAt'>, now: number): boolean => dueAt <= now

/**
 * When a workflow that is told these tasks at `now` looks by itself: at the earliest time to come. What is
 * due already does not count, because it is begun at once; infinite when nothing is to come.
 */
export function armAt(tasks: Tasks, now: number): number {
  return Math.min(...tasks.filter((task) => !isDue(task, now)).map(({ dueAt }) => dueAt), Infinity)
}

/** The tasks of `after` that `before` lacks, or has at another time. */
export function openedBetween(before: Tasks, after: Tasks): Tasks {
  return after.filter(
    (task) => !before.some(({ key, dueAt }) => key === task.key && dueAt === task.dueAt),
  )
}

/** Whether a commit nudges: it opened something due sooner than the workflow looks, or nobody looks at all. */
export function needsNudge(
  armedAt: number | null,
  { opened, left }: { readonly opened: Tasks; readonly left: Tasks },
): boolean {
  return armedAt === null ? left.length > 0 : opened.some(({ dueAt }) => dueAt < armedAt)
}

/** When the sweep looks after a commit, by wall time: a commit only ever lowers it. */
export function sweepAfterCommit(
  sweepAt: number,
  commit: {
    readonly nudges: boolean
    readonly opened: Tasks
    readonly wallNow: number
    readonly offsetMs: number
  },
): number {
  if (commit.nudges) return Math.min(sweepAt, commit.wallNow + nudgeGraceMs)
  return Math.min(sweepAt, dueByWall(commit.opened, commit.offsetMs) + overdueMs)
}

/** A transaction's row as far as the sweep looks at it. */
export type Swept = {
  readonly tasks: Tasks
  /** Null: its workflow has closed, or there was none yet. */
  readonly armedAt: number | null
  /** 0: no workflow has ever looked. */
  readonly seenSeq: number
  readonly offsetMs: number
  /** How often it was nudged by the sweep since the workflow last looked. */
  readonly sweeps: number
}

/** Whether the sweep nudges, and when it looks again. */
export function judgeSweep(
  { tasks, armedAt, seenSeq, offsetMs, sweeps }: Swept,
  wallNow: number,
): { readonly nudges: boolean; readonly sweepAt: number } {
  const untold = tasks.filter(({ seq }) => seq > seenSeq)
  const lostNudge = needsNudge(armedAt, { opened: untold, left: tasks })
  const lostForMs = wallNow - dueByWall(tasks, offsetMs) - overdueMs
  const isUnknown = seenSeq === 0
  if (!lostNudge && lostForMs < 0 && !isUnknown)
    return { nudges: false, sweepAt: dueByWall(tasks, offsetMs) + overdueMs }
  const countedMs = backOffFirstMs * 2 ** Math.min(sweeps, 20)
  // A workflow that looks, and may not begin what is overdue, sets the count back each time.
  const backOffMs = lostNudge ? countedMs : Math.max(countedMs, lostForMs)
  return { nudges: true, sweepAt: wallNow + Math.min(backOffMs, backOffMaxMs) }
}

/** The wall time at which the first of them is due; infinite without any. */
function dueByWall(tasks: Tasks, offsetMs: number): number {
  return Math.min(...tasks.map(({ dueAt }) => dueAt), Infinity) - offsetMs
}

// Limits how often a pack runs for one transaction. Pure.
import type { Tasks } from '#src/journey/transaction/task.ts'

/**
 * The most runs of one pack within 60 minutes of the transaction’s clock, including the one that the first query
 * starts.
 */
export const runsMax = 20

/** The window within which runs are counted. */
export const runWindowMs = 60 * 60_000

/** How long until another run may start (ms), 0 for now; times are epoch ms of the transaction’s clock. */
export function waitForStart(startedAt: readonly number[], now: number): number {
  const oldest = startedAt.toSorted((a, b) => b - a)[runsMax - 1]
  return oldest === undefined ? 0 : Math.max(0, oldest + runWindowMs - now)
}

const tasksMax = 48

/** Whether the agenda is too full for another run, because it is stored in one row. */
export const isAgendaFull = (tasks: Tasks): boolean => tasks.length > tasksMax

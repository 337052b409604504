// Limits how often a pack runs for one transaction. Pure.
import type { Tasks } from '#src/journey/transaction/task.ts'

/** Runs of one pack in any 60 minutes of the transaction's clock, the one of the first query included. */
export const runsMax = 20

/** How far back runs count. */
export const runWindowMs = 60 * 60_000

/** How long until a further run may start, 0 when it may; times in epoch ms of the transaction's clock. */
export function waitForStart(startedAt: readonly number[], now: number): number {
  const oldest = startedAt.toSorted((a, b) => b - a)[runsMax - 1]
  return oldest === undefined ? 0 : Math.max(0, oldest + runWindowMs - now)
}

const tasksMax = 48

/** An agenda is small: whoever fills it starts no further run. */
export const isAgendaFull = (tasks: Tasks): boolean => tasks.length > tasksMax

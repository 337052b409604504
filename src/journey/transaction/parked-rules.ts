// Parks tasks that their workflow must not begin, such as those of which workers have died. A workflow knows only
// times, so a parked task is due in the far future, and its description says what it waits for. Pure.
import type { Parked, Task } from './task.ts'

/** Far in the future, yet a time that every timer and date can hold. */
export const parkedMs = 10 * 365.25 * 86_400_000

const says: Readonly<Record<Parked['until'], string>> = {
  turn: 'waits to run alone',
  apart: 'set apart after workers died',
  pause: 'paused',
}

/** `at` is the transaction's clock, epoch ms. A task that is parked already is parked for the new reason. */
export function park(task: Task, until: Parked['until'], at: number): Task {
  const plain = unpark(task)
  const { dueAt, does, leased } = plain
  const { leased: _leased, ...rest } = plain
  return {
    ...rest,
    does: `${says[until]}: ${does ?? plain.task}`,
    dueAt: at + parkedMs,
    parked: { until, dueAt, ...(does !== undefined && { does }), ...(leased && { leased }) },
  }
}

/** Restores the task as it was before it was parked. */
export function unpark(task: Task): Task {
  const { parked, ...rest } = task
  if (!parked) return task
  const { until: _until, ...own } = parked
  const { does: _does, ...plain } = rest
  return { ...plain, ...own }
}

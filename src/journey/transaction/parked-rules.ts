// Tasks that their workflow must not begin, because workers have died of them. It knows of times alone: so such a task is
// due when nobody waits any more, and says in words what it waits for. Pure.
import type { Parked, Task } from './task.ts'

/** Far off, and yet a time that every timer and every date can hold. */
export const parkedMs = 10 * 365.25 * 86_400_000

const says: Readonly<Record<Parked['until'], string>> = {
  turn: 'waits to run alone',
  apart: 'set apart after workers died',
  pause: 'paused',
}

/** `at`: the transaction's clock, epoch ms. One that waits already waits for something else from now on. */
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

/** As it was before it was parked. */
export function unpark(task: Task): Task {
  const { parked, ...rest } = task
  if (!parked) return task
  const { until: _until, ...own } = parked
  const { does: _does, ...plain } = rest
  return { ...plain, ...own }
}

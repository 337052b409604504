// An operator's pause: while its marker is on the agenda, tasks wait, and so do tasks that open meanwhile. Pure, and
// applied after each effect, so that the agenda stays a function of the journal alone.
import type { Task, Tasks } from './task.ts'
import { park, parkedMs, unpark } from './parked-rules.ts'

export const pausedTask = 'paused'

/**
 * When the marker of a pause that begins at `at` (epoch ms of the transaction's clock) is due: so late that only an
 * entry ends a pause.
 */
export const pausedUntil = (at: number): number => at + parkedMs

export const pausedSince = ({ dueAt }: Pick<Task, 'dueAt'>): string =>
  new Date(dueAt - parkedMs).toISOString()

export const findPause = (tasks: Tasks): Task | undefined =>
  tasks.find(({ task }) => task === pausedTask)

/**
 * Tasks that a pause does not hold up: expiries and deadlines, calls under way, and what a client's request waits for,
 * such as engines and the sandbox clock.
 */
const goesOn = ({ task, ends, leased, lane, last }: Task): boolean =>
  task === pausedTask || [ends, leased, lane === 'engine', last].some(Boolean)

/** `at` is the transaction's clock, epoch ms. */
export function settlePause(tasks: Tasks, at: number): Tasks {
  const isPaused = findPause(tasks) !== undefined
  const settle = (task: Task): Task => {
    if (!isPaused) return task.parked?.until === 'pause' ? unpark(task) : task
    return task.parked || goesOn(task) ? task : park(task, 'pause', at)
  }
  const settled = tasks.map(settle)
  return settled.every((task, at) => task === tasks[at]) ? tasks : settled
}

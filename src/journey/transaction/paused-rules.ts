// A pause of an operator: while its marker is on the agenda, tasks wait, those that are opened meanwhile too. Pure, and
// applied after each effect, so that the agenda stays a function of the journal alone.
import type { Task, Tasks } from './task.ts'
import { park, parkedMs, unpark } from './parked-rules.ts'

export const pausedTask = 'paused'

/** An entry ends a pause, never time. When its marker is due that begins at `at`, epoch ms of the transaction's clock. */
export const pausedUntil = (at: number): number => at + parkedMs

export const pausedSince = ({ dueAt }: Pick<Task, 'dueAt'>): string =>
  new Date(dueAt - parkedMs).toISOString()

export const findPause = (tasks: Tasks): Task | undefined =>
  tasks.find(({ task }) => task === pausedTask)

/** An end by time; what is under way; what a client waits for in its request: pictures, the sandbox clock. */
const goesOn = ({ task, ends, leased, lane, last }: Task): boolean =>
  task === pausedTask || [ends, leased, lane === 'engine', last].some(Boolean)

/** `at`: the transaction's clock, epoch ms. */
export function settlePause(tasks: Tasks, at: number): Tasks {
  const isPaused = findPause(tasks) !== undefined
  const settle = (task: Task): Task => {
    if (!isPaused) return task.parked?.until === 'pause' ? unpark(task) : task
    return task.parked || goesOn(task) ? task : park(task, 'pause', at)
  }
  const settled = tasks.map(settle)
  return settled.every((task, at) => task === tasks[at]) ? tasks : settled
}

// A pause of an operator: while its marker is on the agenda, tasks wait, those that are opened meanwhile too. Pure, and
// applied after each effect, so that the agenda stays a function of the journal alone.
import type { Task, Tasks } from './task.ts'
import { park, unpark } from './parked-rules.ts'

export const pausedTask = 'paused'

/** Far off, and yet a time that every timer and every date can hold: an entry ends a pause, never time. */
const pausedMs = 10 * 365.25 * 86_400_000

/** When the marker of a pause is due that begins at `at`, epoch ms of the transaction's clock. */
export const pausedUntil = (at: number): number => at + pausedMs

export const pausedSince = ({ dueAt }: Pick<Task, 'dueAt'>): string =>
  new Date(dueAt - pausedMs).toISOString()

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

// Finds the next step of an agenda: the task to begin, and the time for the alarm.
import type { Agenda, Task } from '#src/journey/transaction/task.ts'
import type { Holds } from './holds.ts'

/** The first task that was due when the agenda was read, by the database's time and not by the workflow's. */
export function findNext(
  { tasks, now }: Agenda,
  running: ReadonlySet<string>,
  holds: Holds,
): Task | undefined {
  const due = tasks.filter(({ key, dueAt }) => dueAt <= now && !running.has(key))
  const mayLast =
    running.size === 0 && due.every(({ last }) => last) && tasks.every(({ leased }) => !leased)
  return due
    .filter(({ key, last }) => !holds.has(key) && (!last || mayLast))
    .toSorted((one, other) => one.dueAt - other.dueAt)[0]
}

/** Names the task that will be due after `waitMs`. */
export function sayNext(
  { tasks, armedAt }: Pick<Agenda, 'tasks' | 'armedAt'>,
  holds: Holds,
  waitMs: number,
): string {
  const next = tasks.find(({ dueAt }) => dueAt === armedAt)
  const held = holds.first()
  const again = held && tasks.find(({ key }) => key === held[0])
  const ofHeld = again && `again: ${again.does ?? again.task}`
  const isHeldFirst = held && waitMs >= held[1] - Date.now()
  return (isHeldFirst && ofHeld) || next?.does || next?.task || 'next'
}

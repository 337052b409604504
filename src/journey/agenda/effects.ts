// The few things that a journal entry can do to the agenda. Pure; a kind names those that it does.
import type { Effect } from '#src/journey/journal/kind.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import type { Task, Tasks, Trouble } from '#src/journey/transaction/task.ts'

/** What an entry opens; `ref` and `module` are the entry's, `dueAt` its time where nothing else is said. */
export type Opening = Pick<Task, 'key' | 'task'> &
  Partial<
    Pick<
      Task,
      | 'dueAt'
      | 'lane'
      | 'attempt'
      | 'last'
      | 'leased'
      | 'ref'
      | 'does'
      | 'waits'
      | 'on'
      | 'trouble'
      | 'ends'
    >
  >

/** Opens a task; one with that key is replaced. */
export function open(tasks: Tasks, entry: Entry, opening: Opening): Tasks {
  const task: Task = {
    ref: entry.ref ?? '',
    ...(entry.module !== null && { module: entry.module }),
    dueAt: entry.at,
    lane: 'local',
    ...opening,
    seq: entry.seq,
  }
  return [...closeKey(tasks, task.key), task]
}

export const closeKey = (tasks: Tasks, key: string): Tasks =>
  tasks.filter((task) => task.key !== key)

/** Closes what is open of a record or run: all of it, or the tasks that are named. */
export const closeOf = (tasks: Tasks, ref: string | null, ...names: readonly string[]): Tasks =>
  tasks.filter((task) => task.ref !== ref || (names.length > 0 && !names.includes(task.task)))

/** What goes wrong, as an entry says it. */
export const troubleOf = ({ code, provider }: Entry): Trouble => ({
  code,
  ...(provider !== null && { account: provider }),
})

/** For entries that name a key as their reason. */
export const closesItsKey: Effect = (tasks, { reason }) => closeKey(tasks, reason ?? '')

/** For entries after which nothing of the record or run remains to be done. */
export const closesItsRef: Effect = (tasks, { ref }) => closeOf(tasks, ref)

export const closesAll: Effect = () => []

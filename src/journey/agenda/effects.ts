// The few changes that a journal entry can make to the agenda. Pure; each kind of entry names the changes that it
// makes.
import type { Effect } from '#src/journey/journal/kind.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import type { Task, Tasks, Trouble } from '#src/journey/transaction/task.ts'

/**
 * The task that an entry opens. It takes `ref` and `module` from the entry, and is due at the entry's time unless
 * `dueAt` is set.
 */
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

/** Opens a task, and replaces an open task of the same key. */
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

/** Closes the open tasks of a record or run: all of them, or only those of the given names. */
export const closeOf = (tasks: Tasks, ref: string | null, ...names: readonly string[]): Tasks =>
  tasks.filter((task) => task.ref !== ref || (names.length > 0 && !names.includes(task.task)))

/** Takes the trouble of a task from the code and account that the entry names. */
export const troubleOf = ({ code, provider }: Entry): Trouble => ({
  code,
  ...(provider !== null && { account: provider }),
})

/** The effect of entries whose `reason` is the key of a task: they close that task. */
export const closesItsKey: Effect = (tasks, { reason }) => closeKey(tasks, reason ?? '')

/** The effect of entries that finish a record or run: they close all its tasks. */
export const closesItsRef: Effect = (tasks, { ref }) => closeOf(tasks, ref)

export const closesAll: Effect = () => []

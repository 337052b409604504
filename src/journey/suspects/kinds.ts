// The journal kinds for tasks that may have crashed workers. They are neither facts nor results, so packs are not
// evaluated.
import { park, unpark } from '#src/journey/transaction/parked-rules.ts'
import type { Task, Tasks } from '#src/journey/transaction/task.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import { defineKind, quiet } from '#src/journey/journal/kind.ts'
import { isSuspect } from './rules.ts'

const ofKey = (tasks: Tasks, { reason }: Entry, change: (task: Task) => Task): Tasks =>
  tasks.map((task) => (task.key === reason ? change(task) : task))

/**
 * `reason` is the task’s key, `attempt` the number of workers; `code` tells whether the task may be parked for a run of
 * its own.
 */
export const workerDied = quiet(
  defineKind('worker-died', 'A worker has died while this task was under way.', (tasks, entry) =>
    ofKey(tasks, entry, (task) => {
      const counted = { ...task, deaths: (task.deaths ?? 0) + (entry.attempt ?? 1) }
      return entry.code === 'suspect' && isSuspect(counted)
        ? park(counted, 'turn', entry.at)
        : counted
    }),
  ),
)

export const taskBegunAlone = quiet(
  defineKind(
    'task-begun-alone',
    'A task in whose company workers have died was begun while nothing else ran.',
    (tasks, entry) => ofKey(tasks, entry, (task) => ({ ...task, alone: (task.alone ?? 0) + 1 })),
  ),
)

export const taskCleared = quiet(
  defineKind(
    'task-cleared',
    'A task has run alone, and its worker lives: it goes on like any other.',
    (tasks, entry) => ofKey(tasks, entry, asNew),
  ),
)

export const taskSetApart = quiet(
  defineKind(
    'task-set-apart',
    'A task was alone when its worker died, more than once: it waits for an operator.',
    (tasks, entry) => ofKey(tasks, entry, (task) => park(task, 'apart', entry.at)),
  ),
)

export const taskTriedAgain = quiet(
  defineKind(
    'task-tried-again',
    'An operator lets a task that was set apart be tried again.',
    (tasks, entry) => ofKey(tasks, entry, asNew),
  ),
)

function asNew(task: Task): Task {
  const { deaths: _deaths, alone: _alone, ...rest } = unpark(task)
  return rest
}

export const suspectKinds = [
  workerDied,
  taskBegunAlone,
  taskCleared,
  taskSetApart,
  taskTriedAgain,
] as const

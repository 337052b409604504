// The kinds of journal entries for an operator's acts. The operator's reason is stored sealed with the act.
import { findPause, pausedTask, pausedUntil } from '#src/journey/transaction/paused-rules.ts'
import { closeOf, open } from '#src/journey/agenda/effects.ts'
import { defineKind, quiet, type Effect } from '#src/journey/journal/kind.ts'
import { isUnderWay } from '#src/journey/agenda/rules.ts'
import { isDeferred } from './rules.ts'

export const agendaPaused = quiet(
  defineKind(
    'agenda-paused',
    'An operator has paused it: what is to be done waits, but what ends by time and what is under way.',
    (tasks, entry) =>
      open(tasks, entry, {
        key: `${pausedTask}:${entry.seq}`,
        task: pausedTask,
        does: 'wait for an operator',
        waits: 'operator',
        on: 'paused',
        ref: String(entry.seq),
        dueAt: pausedUntil(entry.at),
      }),
  ),
)

export const agendaResumed = quiet(
  defineKind(
    'agenda-resumed',
    'An operator lets it go on: each task is due when it was.',
    (tasks) => closeOf(tasks, findPause(tasks)?.ref ?? null, pausedTask),
  ),
)

const triesNow: Effect = (tasks, { at }) =>
  tasks.map((task) => (isDeferred(task) && task.dueAt > at ? { ...task, dueAt: at } : task))

export const agendaTriedNow = quiet(
  defineKind('agenda-tried-now', 'An operator has made due at once what was put off.', triesNow),
)

export const endedByOperator = defineKind(
  'ended-by-operator',
  'An operator has ended what was open; only what was claimed is looked up.',
  (tasks) => tasks.filter(isUnderWay),
)

export const actKinds = [agendaPaused, agendaResumed, agendaTriedNow, endedByOperator] as const

// The kinds of journal entries for children. On the parent `ref` is the run and `module` the step; on the child `ref`
// is the child's id.
import { closeOf, open } from '#src/journey/agenda/effects.ts'
import { defineEvent, defineKind, type Effect, quiet } from '#src/journey/journal/kind.ts'
import { eachTask, isOf, taskKey, tellTask } from '../rules.ts'

const closesEach: Effect = (tasks, { ref, module }) =>
  tasks.filter((task) => task.task !== eachTask || !isOf(task, ref ?? '', module ?? '*'))

const opensEach =
  (does: string): Effect =>
  (tasks, entry) =>
    open(closesEach(tasks, entry), entry, {
      key: taskKey(eachTask, entry.ref ?? '', entry.module ?? '*', entry.seq),
      task: eachTask,
      does,
      dueAt: entry.dueAt ?? entry.at,
    })

/** `attempt` is the number of elements. */
export const childrenOpened = quiet(
  defineKind(
    'children-opened',
    'A run came to a list: a transaction is made for each element.',
    opensEach('make transactions of a list'),
  ),
)

/** `reason` is the id of the child. */
export const childMade = quiet(
  defineKind(
    'child-made',
    'A transaction was made for an element of a list; the reason is its id.',
  ),
)

/** `dueAt` is set when more children are left to be made. */
export const childrenMade = quiet(
  defineKind(
    'children-made',
    'Transactions of a list were made; the attempt counts them.',
    (tasks, entry) =>
      entry.dueAt === null
        ? closesEach(tasks, entry)
        : opensEach('make transactions of a list')(tasks, entry),
  ),
)

export const childrenEnding = quiet(
  defineKind(
    'children-ending',
    'A run has ended without its children: those that are open end, too.',
    opensEach('end transactions of a list'),
  ),
)

export const childrenEnded = quiet(
  defineKind('children-ended', 'The open children of a run were ended.', closesEach),
)

/** `code` is the state or verdict, `reason` the id of the child. */
export const childChanged = defineKind(
  'child-changed',
  'A transaction of the list of a run has another state; the reason is its id.',
  undefined,
  defineEvent(
    'child.changed',
    'A transaction that a run has made has another state. Once the run has ended it changes no verdict.',
    {
      run: { from: 'ref', meaning: 'The id of the run.' },
      step: { from: 'module', meaning: 'The name of the step.' },
      child: { from: 'reason', meaning: 'The id of the transaction that was made.' },
      status: {
        from: 'told',
        meaning: '`waiting`, `in-review`, `ended` or `erased`, as the answer of the pack shows it.',
      },
      outcome: { from: 'told', meaning: 'Its verdict, where it has one.' },
    },
  ),
)

const closesTell: Effect = (tasks, { ref }) => closeOf(tasks, ref, tellTask)

/** `code` is the state, `ref` the id of the child. */
export const parentOwed = quiet(
  defineKind(
    'parent-owed',
    'What became of the transaction is to be told to its parent.',
    (tasks, entry) =>
      open(closesTell(tasks, entry), entry, {
        key: taskKey(tellTask, entry.ref ?? '', '*', entry.seq),
        task: tellTask,
        does: 'tell parent',
        dueAt: entry.dueAt ?? entry.at,
      }),
  ),
)

export const parentTold = quiet(
  defineKind('parent-told', 'The parent knows what became of the transaction.', closesTell),
)

export const eachKinds = [
  childrenOpened, childMade, childrenMade, childrenEnding, childrenEnded, childChanged, parentOwed,
  parentTold,
] as const // prettier-ignore

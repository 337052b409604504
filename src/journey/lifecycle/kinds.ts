import { closeKey, closesAll, open } from '#src/journey/agenda/effects.ts'
import { taskDropped, taskFailed } from '#src/journey/agenda/kinds.ts'
import { suspectKinds } from '#src/journey/suspects/kinds.ts'
import { defineEvent, defineKind, unchanged } from '#src/journey/journal/kind.ts'

export const transactionCreated = defineKind(
  'transaction-created',
  'The transaction was stored; its mode is the outcome.',
  unchanged,
  defineEvent('transaction.created', 'A transaction was created.'),
)

/**
 * `code` is the number of milliseconds. Tasks that are due by wall time move along, so that their wall time stays the
 * same.
 */
export const clockAdvanced = defineKind(
  'clock-advanced',
  'The sandbox clock was moved on by so many milliseconds.',
  (tasks, entry) => {
    const ms = Number(entry.code)
    const moved = tasks.map((task) => (task.leased ? { ...task, dueAt: task.dueAt + ms } : task))
    return open(moved, entry, {
      key: settleKey(entry.seq),
      task: 'settle-clock',
      does: 'settle clock',
      ref: String(entry.seq),
      last: true,
    })
  },
)

export const clockSettled = defineKind(
  'clock-settled',
  'Everything that a move of the sandbox clock made due has happened.',
  (tasks, { ref }) => closeKey(tasks, settleKey(Number(ref))),
)

const settleKey = (seq: number) => `settle-clock:${seq}`

export const erased = defineKind(
  'erased',
  'The data key was destroyed: nothing can be read or done any more.',
  closesAll,
  defineEvent(
    'transaction.erased',
    'What was stored of the person of a transaction can be read by nobody any more.',
  ),
)

/** `code` is the class whose duty keeps the transaction. */
export const restricted = defineKind(
  'restricted',
  'Erasure was asked for, and a duty keeps the record: nothing happens with it any more.',
  closesAll,
)

export const transactionKinds = [
  transactionCreated, clockAdvanced, clockSettled, erased, restricted, taskFailed, taskDropped,
  ...suspectKinds,
] as const // prettier-ignore

// The kinds of journal entries of look-ups, and their effects on the agenda; `ref` is the look-up's name.
import { closeOf, open } from '#src/journey/agenda/effects.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import { defineKind } from '#src/journey/journal/kind.ts'

export const lookUpTask = 'look-up'

/** The name of the task for operators. */
const named = ({ ref }: Entry) => ({ does: `look up ${ref}`, waits: 'vendor' }) as const

export const lookUpAsked = defineKind(
  'look-up-asked',
  'Something is to be looked up: the outcome says what.',
  (tasks, entry) =>
    open(tasks, entry, {
      key: `look-up:${entry.ref}:${entry.seq}`,
      task: lookUpTask,
      ...named(entry),
    }),
)

/**
 * If the process dies, the look-up is repeated at `dueAt`, which is wall time, so that moving the sandbox clock does
 * not repeat it.
 */
export const lookUpStarted = defineKind(
  'look-up-started',
  'A look-up was started; it is tried again when nothing came of it.',
  (tasks, entry) =>
    open(closeOf(tasks, entry.ref, lookUpTask), entry, {
      key: `look-up:${entry.ref}:${entry.seq}`,
      task: lookUpTask,
      ...named(entry),
      attempt: entry.attempt ?? 1,
      dueAt: entry.dueAt ?? entry.at,
      leased: true,
    }),
)

export const lookUpEnded = defineKind(
  'look-up-ended',
  'A look-up has ended: found, absent, or failed, which says nothing.',
  (tasks, { ref }) => closeOf(tasks, ref, lookUpTask),
)

export const lookUpBought = defineKind(
  'look-up-bought',
  'A look-up is bought as a check, or the check that there is serves: its entries say what comes of it.',
  (tasks, { ref }) => closeOf(tasks, ref, lookUpTask),
)

export const lookUpKinds = [lookUpAsked, lookUpStarted, lookUpEnded, lookUpBought] as const

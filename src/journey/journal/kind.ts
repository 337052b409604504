// A kind of journal entry is a value of its capability: its name, its description, and its effect on the agenda.
// `append` applies the effects of the entries that it writes and of no others, so a process never has to understand
// the kinds of a newer one.
import type { Tasks } from '#src/journey/agenda/task.ts'
import type { Entry } from './entry.ts'

/** Pure: the agenda is a function of the journal alone. */
export type Effect = (tasks: Tasks, entry: Entry) => Tasks

export type Kind<Name extends string = string> = {
  /** Unique in the service; it stands in journals for ever. */
  readonly name: Name
  /** One sentence, for whoever reads a timeline. */
  readonly meaning: string
  readonly effect: Effect
}

const unchanged: Effect = (tasks) => tasks

export const defineKind = <const Name extends string>(
  name: Name,
  meaning: string,
  effect: Effect = unchanged,
): Kind<Name> => ({ name, meaning, effect })

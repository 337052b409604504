// A kind of journal entry is a value of its capability: its name, its description, its effect on the agenda, and what
// clients are told of it. `append` applies the effects of the entries that it writes and of no others, so a process
// never has to understand the kinds of a newer one.
import type { Tasks } from '#src/journey/transaction/task.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'

/** Pure: the agenda is a function of the journal alone. */
export type Effect = (tasks: Tasks, entry: Entry) => Tasks

export type Kind<Name extends string = string> = {
  /** Unique in the service; it stands in journals for ever. */
  readonly name: Name
  /** One sentence, for whoever reads a timeline. */
  readonly meaning: string
  readonly effect: Effect
  /** What clients are told of its entries: of each at most one of them. */
  readonly events: readonly EventType[]
  /** Neither a fact nor a result follows from its entries: packs that wait need not look. */
  readonly isQuiet?: true
}

export const unchanged: Effect = (tasks) => tasks

export const defineKind = <const Name extends string>(
  name: Name,
  meaning: string,
  effect: Effect = unchanged,
  ...events: readonly EventType[]
): Kind<Name> => ({ name, meaning, effect, events })

export const quiet = <const Name extends string>(kind: Kind<Name>): Kind<Name> => ({
  ...kind,
  isQuiet: true,
})

/** Taken from a member of the entry, or from what `append` was given for the event alone. */
type EventField = {
  readonly from: 'module' | 'ref' | 'code' | 'reason' | 'attempt' | 'told'
  readonly meaning: string
  /** The text of the entry is a number. */
  readonly isNumber?: true
}

export type EventType<Name extends string = string> = {
  /** `object.past-participle`; it is of one kind alone, and never changes its meaning. */
  readonly type: Name
  /** One sentence, for whoever gets it. */
  readonly meaning: string
  readonly fields: Readonly<Record<string, EventField>>
  /** Of which entries of its kind; without it of all. */
  readonly isOf?: (entry: Entry) => boolean
}

export const defineEvent = <const Name extends string>(
  type: Name,
  meaning: string,
  fields: EventType['fields'] = {},
  isOf?: (entry: Entry) => boolean,
): EventType<Name> => ({ type, meaning, fields, ...(isOf && { isOf }) })

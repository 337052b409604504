// Defines a kind of journal entry as a value of its capability: its name, its description, its effect on the agenda,
// and its events for clients. `append` applies only the effects of the entries that it writes, so a process need not
// know the kinds of a newer release.
import { settlePause } from '#src/journey/transaction/paused-rules.ts'
import type { Tasks } from '#src/journey/transaction/task.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'

/** Pure, because the agenda depends on the journal alone. */
export type Effect = (tasks: Tasks, entry: Entry) => Tasks

export type Kind<Name extends string = string> = {
  /** Unique in the service, and never changed, because journals keep it. */
  readonly name: Name
  /** One sentence for the readers of a timeline. */
  readonly meaning: string
  readonly effect: Effect
  /** The events for clients; an entry causes at most one of them. */
  readonly events: readonly EventType[]
  /** True when no fact and no result follows from its entries, so that waiting packs are not evaluated. */
  readonly isQuiet?: true
}

/** Applies an entry of a kind to the agenda: its effect, and then the pause, if there is one. */
export const applyEffect = ({ effect }: Kind, tasks: Tasks, entry: Entry): Tasks =>
  settlePause(effect(tasks, entry), entry.at)

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

/** A field of an event, taken from a member of the entry, or from `told` of the new entry. */
type EventField = {
  readonly from: 'module' | 'ref' | 'code' | 'reason' | 'attempt' | 'told'
  readonly meaning: string
  /** The text of the entry is a number and is sent as one. */
  readonly isNumber?: true
  /** The value is a record of words, and of yes and no, by name. */
  readonly isRecord?: true
}

export type EventType<Name extends string = string> = {
  /** `object.past-participle`; it belongs to one kind only and never changes its meaning. */
  readonly type: Name
  /** One sentence for the receivers of the event. */
  readonly meaning: string
  readonly fields: Readonly<Record<string, EventField>>
  /** Selects the entries of its kind that cause the event; without it all do. */
  readonly isOf?: (entry: Entry) => boolean
}

export const defineEvent = <const Name extends string>(
  type: Name,
  meaning: string,
  fields: EventType['fields'] = {},
  isOf?: (entry: Entry) => boolean,
): EventType<Name> => ({ type, meaning, fields, ...(isOf && { isOf }) })

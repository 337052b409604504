// All types of events, derived from the kinds of journal entries that they are declared beside.
import type { EventType, Kind } from '#src/journey/journal/kind.ts'

export type EventTypes = readonly EventType[]

/** Throws when two kinds declare the same type. */
export function eventTypesOf(offered: readonly { readonly kinds?: readonly Kind[] }[]): EventTypes {
  const types = offered.flatMap(({ kinds = [] }) => kinds.flatMap(({ events }) => events))
  const names = types.map(({ type }) => type)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`Two kinds declare the event ${twice}.`)
  return types
}

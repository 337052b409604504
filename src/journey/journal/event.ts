// The event of an entry: what clients are told of it. The journal is its source, so nothing is told that has not
// happened, and nothing that happened is told twice.
import type { Entry, NewEntry } from './entry.ts'

/** Ids, codes, counts and times: nothing else may stand here. */
export type EventData = Readonly<Record<string, string | number>>

export type EventContent = { readonly type: string; readonly data: EventData }

/** Undefined for most entries. */
export function eventOf({ kind, told = {} }: NewEntry, entry: Entry): EventContent | undefined {
  const found = kind.events.find(({ isOf }) => isOf?.(entry) ?? true)
  if (!found) return undefined
  const data = Object.entries(found.fields).flatMap(([name, { from, isNumber }]) => {
    const value = from === 'told' ? told[name] : entry[from]
    if (value === null || value === undefined) return []
    return [[name, isNumber ? Number(value) : value] as const]
  })
  return { type: found.type, data: Object.fromEntries(data) }
}

// Builds journal entries; they hold ids, codes, indexes and times only.
import type { Entry, EventData, EventContent } from '#src/journey/transaction/entry.ts'
import type { Kind } from './kind.ts'

/** An entry to append; `at` is the transaction’s now unless the entry was due earlier. */
export type NewEntry = {
  readonly kind: Kind
  /** Further fields of the entry's event, by their names in the event; the journal does not store them. */
  readonly told?: EventData
} & Partial<Omit<Entry, 'seq' | 'kind'>>

/** Undefined for an entry without an event, as most are. */
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

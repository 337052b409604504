// A journal entry holds ids, codes, indexes and times only.
import type { Entry, EventData, EventContent } from '#src/journey/transaction/entry.ts'
import type { Kind } from './kind.ts'

/** An entry to append; `at` is the transaction's now unless the entry was due earlier. */
export type NewEntry = {
  readonly kind: Kind
  /** What its event says besides, by the names of the event's fields; the journal does not keep it. */
  readonly told?: EventData
} & Partial<Omit<Entry, 'seq' | 'kind'>>

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

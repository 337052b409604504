// A journal entry holds ids, codes, indexes and times only.
import type { Kind } from './kind.ts'

/** Times are epoch milliseconds of the transaction's clock. */
export type Entry = {
  readonly seq: number
  readonly at: number
  /** The name of its kind. */
  readonly kind: string
  /** The capability, as the wire names it. */
  readonly module: string | null
  /** The record, run or entry that it is about. */
  readonly ref: string | null
  readonly code: string | null
  readonly reason: string | null
  readonly attempt: number | null
  /** The account that was used. */
  readonly provider: string | null
  readonly durationMs: number | null
  readonly costMicros: number | null
  /** When the next thing is due that follows from this entry: an expiry, a deadline, a next attempt. */
  readonly dueAt: number | null
}

/** An entry to append; `at` is the transaction's now unless the entry was due earlier. */
export type NewEntry = {
  readonly kind: Kind
  /** What its event says besides, by the names of the event's fields; the journal does not keep it. */
  readonly told?: EventData
} & Partial<Omit<Entry, 'seq' | 'kind'>>

/** An entry that the commit will write, with what clients are told of it. */
export type Unwritten = Entry & { readonly event?: EventContent }

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

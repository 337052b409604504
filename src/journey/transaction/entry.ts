// A journal entry holds ids, codes, indexes and times only.
/** Times are epoch milliseconds of the transaction’s clock. */
export type Entry = {
  readonly seq: number
  readonly at: number
  /** The name of the entry’s kind, such as `pack-started`. */
  readonly kind: string
  /** The capability’s name in the API. */
  readonly module: string | null
  /** The id of the record, run or entry that this entry is about. */
  readonly ref: string | null
  readonly code: string | null
  readonly reason: string | null
  readonly attempt: number | null
  /** The account that was used. */
  readonly provider: string | null
  readonly durationMs: number | null
  readonly costMicros: number | null
  /** When the next step that follows from this entry is due: an expiry, a deadline, a next attempt. */
  readonly dueAt: number | null
}

/** An entry that the commit will write, with its event for clients. */
export type Unwritten = Entry & { readonly event?: EventContent }

/** Ids, codes, counts and times only. */
export type EventData = Readonly<
  Record<string, string | number | Readonly<Record<string, string | boolean>>>
>

export type EventContent = { readonly type: string; readonly data: EventData }

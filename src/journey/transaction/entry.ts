// A journal entry holds ids, codes, indexes and times only.
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

/** An entry that the commit will write, with what clients are told of it. */
export type Unwritten = Entry & { readonly event?: EventContent }

/** Ids, codes, counts and times: nothing else may stand here. */
export type EventData = Readonly<Record<string, string | number>>

export type EventContent = { readonly type: string; readonly data: EventData }

// What the inbox knows of an event that a vendor reports: the rest is for the area that takes it.
import type { JourneyDeps } from '#src/journey/capabilities/deps.ts'

export type ReportedEvent = {
  readonly kind: string
  /** Equal for every repetition of this event; unique within the account. */
  readonly dedupeKey: string
}

/** An event of a request that was verified. */
export type Callback<Event extends ReportedEvent = ReportedEvent> = {
  /** The accounts whose vendor signed it: more than one when they share a credential. */
  readonly accounts: readonly string[]
  readonly event: Event
  /** Of an answer: the sender of ours that it came to, as each of the accounts names it. */
  readonly senders?: readonly string[]
  /** Wall time, epoch ms. */
  readonly receivedAt: number
}

/** How an area takes the events that are its own. */
export type EventHandler = {
  readonly kinds: readonly string[]
  /** Resolves to those that found no record, or could not be taken now. */
  take(callbacks: readonly Callback[]): Promise<readonly Callback[]>
}

export type InboxDeps = Pick<JourneyDeps, 'db' | 'sealer' | 'log' | 'metrics'> & {
  /** Who takes what vendors report. */
  readonly eventHandlers: readonly EventHandler[]
}

/** A request as it came. `url` is the public one, built from PUBLIC_BASE_URL, with its query. */
export type RawRequest = {
  readonly method: string
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly rawBody: Uint8Array
}

// The members of a vendor's event that the inbox knows; the others belong to the area that handles it.
import type { JourneyDeps } from '#src/journey/capabilities/deps.ts'

export type ReportedEvent = {
  readonly kind: string
  /** Equal for every repetition of this event; unique within the account. */
  readonly dedupeKey: string
}

/** An event of a request whose signature was verified. */
export type Callback<Event extends ReportedEvent = ReportedEvent> = {
  /** The accounts whose vendor signed it: more than one if they share a credential. */
  readonly accounts: readonly string[]
  readonly event: Event
  /** For a reply of a person: our sender that it was sent to, as each of the accounts names it. */
  readonly senders?: readonly string[]
  /** Wall time, epoch ms. */
  readonly receivedAt: number
}

/** How an area takes the events of its own kinds. */
export type EventHandler = {
  readonly kinds: readonly string[]
  /** Resolves to the callbacks that match no record, or cannot be taken now. */
  take(callbacks: readonly Callback[]): Promise<readonly Callback[]>
}

export type InboxDeps = Pick<JourneyDeps, 'db' | 'sealer' | 'log' | 'metrics'> & {
  /** The areas that take events of vendors. */
  readonly eventHandlers: readonly EventHandler[]
}

/** A request as received. `url` is the public one, built from PUBLIC_BASE_URL, with its query. */
export type RawRequest = {
  readonly method: string
  readonly url: string
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly rawBody: Uint8Array
}

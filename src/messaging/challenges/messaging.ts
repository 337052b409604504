// The configuration of messages, types only.
import type { Templates } from '#src/messaging/messages/content.ts'
import type { CountryCode } from '#src/messaging/phones/candidates.ts'
import type { Rate } from '#src/platform/rate-limit/bucket.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { MessagingAccounts } from './port.ts'

export type Messaging = {
  /** Per tenant, mode and channel, e-mail's too. */
  readonly accounts: MessagingAccounts
  readonly templates: Templates
  /** Who knows when a SIM was changed; undefined: nobody is asked. */
  readonly simSwaps?: (owner: Owner) => SimSwapSource | undefined
  /** Records a second of one tenant, and how many may come at once. */
  readonly sendRate: Rate
  /** E-mail tokens that one credential may ask for in a minute of one API process. */
  readonly emailsPerMinute: number
  /** Whose numbers get messages; Brazil's alone where nothing is said. */
  readonly countries?: readonly CountryCode[]
  /** How messages name who asks, and what each tenant's records go by. */
  readonly tenants: Tenants
  readonly publicBaseUrl: string
  readonly mail: MailSettings
}

export type MailSettings = {
  /** Display name and address. */
  readonly from: string
  /** Message ids are of this domain, and bounces come back to it. */
  readonly bounceDomain: string
  /** The address that bounces of a record go to, with the proof that we wrote it. */
  readonly returnPath: (recordId: string) => string
}

/** `unknown`: its carrier cannot be asked, or does not say. */
export type SimAnswer = 'swapped' | 'same' | 'unknown'

export type SimSwapSource = {
  /** The account's name in metrics and timelines. */
  readonly id: string
  /** Of a number in E.164, within so many hours before now. Rejects with nothing that names the number. */
  ask(phone: string, hours: number, signal: AbortSignal): Promise<SimAnswer>
}

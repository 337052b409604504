// The configuration of messages, types only.
import type { Templates } from '#src/messaging/messages/content.ts'
import type { CountryCode } from '#src/messaging/phones/candidates.ts'
import type { Rate } from '#src/platform/rate-limit/bucket.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { MessagingAccounts } from './port.ts'

export type Messaging = {
  /** The accounts by tenant, mode and channel, including e-mail. */
  readonly accounts: MessagingAccounts
  readonly templates: Templates
  /** The source of SIM changes for an owner; undefined when none is asked. */
  readonly simSwaps?: (owner: Owner) => SimSwapSource | undefined
  /** The records per second of one tenant, and the burst. */
  readonly sendRate: Rate
  /** The e-mail tokens that one credential may request per minute and API process. */
  readonly emailsPerMinute: number
  /** The countries whose numbers get messages; by default only Brazil. */
  readonly countries?: readonly CountryCode[]
  /** The settings of tenants: their name in messages, and the rules of their records. */
  readonly tenants: Tenants
  readonly publicBaseUrl: string
  readonly mail: MailSettings
}

export type MailSettings = {
  /** The display name and the address. */
  readonly from: string
  /** The domain of message ids, to which bounces return. */
  readonly bounceDomain: string
  /** The bounce address for a record, with a signature that proves that we wrote it. */
  readonly returnPath: (recordId: string) => string
}

/** `unknown`: the carrier cannot be asked, or does not answer. */
export type SimAnswer = 'swapped' | 'same' | 'unknown'

export type SimSwapSource = {
  /** The account’s name in metrics and timelines. */
  readonly id: string
  /** Whether the SIM of a number (E.164) was changed within `hours` before now. Errors do not name the number. */
  ask(phone: string, hours: number, signal: AbortSignal): Promise<SimAnswer>
}

// What activities are given: ports and stores' needs, made once by the process.
import type { Db } from '#src/db/client.ts'
import type { Log } from '#src/log.ts'
import type { Breakers } from '#src/outbound/breaker.ts'
import type { CountryCode } from '#src/phones/candidates.ts'
import type { MessagingAccounts } from '#src/challenges/port.ts'
import type { EmailProvider } from '#src/modules/email-token/provider.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import type { Mode } from '#src/transaction/rules.ts'

export type EmailSettings = {
  readonly from: string
  /** The domain of Message-IDs. */
  readonly bounceDomain: string
  /** Where bounces of a record go: an address that names it and proves that we wrote it. */
  readonly returnPath: (recordId: string) => string
  readonly brand: string
  /** Links are built from it, never from a request's Host. */
  readonly publicBaseUrl: string
}

export type MessagingSettings = {
  readonly accounts: Pick<MessagingAccounts, 'list' | 'find'>
  readonly brand: string
  readonly publicBaseUrl: string
  /** Whose numbers get messages. */
  readonly countries: readonly CountryCode[]
}

export type ActivityDeps = {
  readonly db: Db
  readonly sealer: Sealer
  readonly log: Log
  /** Adapters by mode; a live mode without a relay has none. */
  readonly emailProviders: { readonly [M in Mode]: EmailProvider | undefined }
  readonly email: EmailSettings
  readonly messaging: MessagingSettings
  /** What this process knows of accounts that fail. */
  readonly breakers: Breakers
  readonly idleMs: number
  readonly historyMax: number
}

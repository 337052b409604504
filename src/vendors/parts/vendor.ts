// The type of a vendor: its folder makes one value, and `index.ts` lists it.
import type { z } from 'zod'
import type { BodyLimit } from '#src/platform/http/request/body-budget.ts'
import type { Channel, MessagingAccount } from '#src/messaging/challenges/port.ts'
import type { VendorEvent, RawRequest } from '#src/messaging/challenges/vendor-events.ts'

/** What every account in the configuration says, beside what is its vendor's own. */
export type AccountConfig = {
  readonly vendor: string
  readonly shared?: boolean | undefined
  readonly priceMicros?: MessagingAccount['priceMicros']
  readonly freeForm?: boolean | undefined
  readonly oneWay?: true | undefined
}

/** What the deployment gives to an account. */
export type AccountDefaults = {
  /** Its name in the configuration. */
  readonly id: string
  readonly shared: boolean
  readonly publicBaseUrl: string
}

/** `close` lets what is under way finish. */
export type Account = MessagingAccount & { close?(): void }

export type Vendor<Config extends AccountConfig = AccountConfig> = {
  readonly name: string
  /** An account, as the configuration has it. */
  readonly config: AccountSchema<Config>
  /** For which channels an account has a sender. */
  channelsOf(account: Config): readonly Channel[]
  open(account: Config, given: AccountDefaults): Account
  /** Where it reports to us. */
  readonly hooks: readonly Hook[]
}

type AccountSchema<Config> = z.ZodObject & z.ZodType<Config>

/** Keeps the vendor's own type of account to itself. */
export function defineVendor<Config extends AccountConfig>(vendor: Vendor<Config>): Vendor {
  // Safe because an account is only given to the vendor whose schema has read it.
  return vendor as unknown as Vendor
}

/** Keyed functions that prove what we have written ourselves: one per hash key, the current one first. */
export type Macs = (label: string) => readonly ((text: string) => Buffer)[]

/** Where a vendor reports to us: data, which `src/messaging/inbound` mounts. */
export type Hook = {
  readonly path: `/hooks/${string}`
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly request?: {
    readonly param?: z.ZodObject
    readonly query?: z.ZodObject
    readonly header?: z.ZodObject
  }
} & (
  | {
      /** A request that accounts of the vendor have signed, and read. */
      readonly proof: 'signature'
      readonly bodyLimit: BodyLimit
      readonly reply?: { readonly body: string; readonly mediaType: string }
    }
  /** The question that comes before all reports, which an account answers. */
  | { readonly proof: 'handshake' }
  | {
      /** What names a record of ours in a way that we alone can write. */
      readonly proof: 'mark'
      readonly bodyLimit: BodyLimit
      /** What the mark is, for the log of what is refused. */
      readonly mark: string
      /** Undefined: nobody but us could have written the mark, and we have not. */
      readonly read: (request: RawRequest, macs: Macs) => Promise<VendorEvent[] | undefined>
    }
)

export const signed =
  'Answers as soon as the report is stored. A request that none of our accounts’ secrets has signed is 401.'

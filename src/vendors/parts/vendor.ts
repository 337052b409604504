// Defines a vendor of messages: its folder exports one value, and `index.ts` lists it.
import type { Hook } from '#src/messaging/inbound/hook.ts'
import type { z } from 'zod'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'

/** The fields of every account in the configuration, besides those of its vendor. */
export type AccountConfig = {
  readonly vendor: string
  readonly shared?: boolean | undefined
  readonly priceMicros?: MessagingAccount['priceMicros']
  readonly freeForm?: boolean | undefined
  readonly oneWay?: true | undefined
}

/** The values that the deployment passes to an account. */
export type AccountDefaults = {
  /** The account's name in the configuration. */
  readonly id: string
  readonly shared: boolean
  readonly publicBaseUrl: string
}

/** `close` lets running messages finish. */
export type Account = MessagingAccount & { close?(): void }

export type Vendor<Config extends AccountConfig = AccountConfig> = {
  readonly name: string
  /** The schema of an account in the configuration. */
  readonly config: AccountSchema<Config>
  /** The channels for which an account has a sender. */
  channelsOf(account: Config): readonly Channel[]
  open(account: Config, given: AccountDefaults): Account
  /** The routes at which the vendor reports to us. */
  readonly hooks: readonly Hook[]
}

type AccountSchema<Config> = z.ZodObject & z.ZodType<Config>

/** Hides the vendor's own type of account from the outside. */
export function defineVendor<Config extends AccountConfig>(vendor: Vendor<Config>): Vendor {
  // Safe because an account is only passed to the vendor whose schema has parsed it.
  return vendor as unknown as Vendor
}

export const signed =
  'Answers as soon as the report is stored. A request that none of our accounts’ secrets has signed is 401.'

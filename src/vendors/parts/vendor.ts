// The type of a vendor: its folder makes one value, and `index.ts` lists it.
import type { Hook } from '#src/messaging/inbound/hook.ts'
import type { z } from 'zod'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'

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
  /** The routes at which the vendor reports to us. */
  readonly hooks: readonly Hook[]
}

type AccountSchema<Config> = z.ZodObject & z.ZodType<Config>

/** Keeps the vendor's own type of account to itself. */
export function defineVendor<Config extends AccountConfig>(vendor: Vendor<Config>): Vendor {
  // Safe because an account is only given to the vendor whose schema has read it.
  return vendor as unknown as Vendor
}

export const signed =
  'Answers as soon as the report is stored. A request that none of our accounts’ secrets has signed is 401.'

// The type of a vendor of checks: its folder makes one value, and `checks.ts` lists it.
import { z } from 'zod'
import type { CheckAccount } from '#src/screening/orders/port.ts'
import type { PublishedLists } from '#src/screening/lists/screen.ts'

/** What every account says, beside what is its vendor's own. */
const accountFields = {
  /** Its word on persons and companies counts before that of others. */
  authoritative: z.boolean().default(false),
  /** What a purchase costs, in millionths of the currency unit. */
  costMicros: z.int().min(0).max(1_000_000_000).default(0),
  /** The prices of services that cost something else, by their names. */
  prices: z.record(z.string(), z.int().min(0).max(1_000_000_000)).default({}),
  timeoutMs: z.int().min(100).max(10_000).default(8_000),
}

export type CheckAccountConfig = {
  readonly vendor: string
  readonly authoritative?: boolean
  readonly prices?: Readonly<Record<string, number>>
}

/** What the deployment gives to an account. */
export type CheckDefaults = {
  /** Its name in the configuration. */
  readonly id: string
  /** Hosts, as `host:port`, that may be without TLS and at a private address. */
  readonly privateHosts: readonly string[]
  readonly publicBaseUrl: string
  /** Where files of accounts are named from. */
  readonly folder: string
  /** The published lists that are loaded here. */
  readonly published?: PublishedLists | undefined
}

export type CheckVendor = {
  readonly name: string
  /** An account, as the configuration has it. */
  readonly config: z.ZodObject
  /** Throws an Error that names the position of what is invalid, and never a secret. */
  open(account: CheckAccountConfig, given: CheckDefaults): CheckAccount
}

type AccountOf<Fields extends z.ZodRawShape> = z.output<
  z.ZodObject<Fields & typeof accountFields>
> &
  CheckDefaults

/** What differs between vendors; most take a repeat without harm, answer at once and report nothing later. */
export type CheckAdapter = Pick<CheckAccount, 'offers' | 'buy'> &
  Partial<Omit<CheckAccount, 'id' | 'vendor' | 'costMicros' | 'timeoutMs'>>

/** `fields`: what its accounts say beside what all say. */
export function defineCheckVendor<const Fields extends z.ZodRawShape>({
  name,
  fields,
  open,
}: {
  readonly name: string
  readonly fields: Fields
  readonly open: (account: AccountOf<Fields>) => CheckAdapter
}): CheckVendor {
  return {
    name,
    config: z.strictObject({ vendor: z.literal(name), ...fields, ...accountFields }),
    open(account, given) {
      // Safe because an account is only given to the vendor whose schema has read it.
      const { costMicros, timeoutMs, ...own } = account as AccountOf<{ vendor: z.ZodString }>
      const options = { ...own, costMicros, timeoutMs, ...given } as unknown as AccountOf<Fields>
      const defaults = { ...reportsNothing, repeat: 'safe', resultMs: 0 } as const
      return { ...defaults, id: given.id, vendor: name, costMicros, timeoutMs, ...open(options) }
    },
  }
}
/** For vendors that answer at once and report nothing later. */
export const reportsNothing = {
  verifyWebhook: () => false,
  parseWebhook: async () => [],
} satisfies Pick<CheckAccount, 'verifyWebhook' | 'parseWebhook'>

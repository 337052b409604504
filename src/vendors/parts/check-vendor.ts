// Defines a vendor of checks: its folder exports one value, and `checks.ts` lists it.
import { z } from 'zod'
import type { CheckAccount } from '#src/screening/orders/port.ts'
import type { PublishedLists } from '#src/screening/lists/screen.ts'

/** The fields of every account, besides those of its vendor. */
const accountFields = {
  /** The account's data on persons and companies count before those of other accounts. */
  authoritative: z.boolean().default(false),
  /** The price of a purchase, in millionths of the currency unit. */
  costMicros: z.int().min(0).max(1_000_000_000).default(0),
  /** The prices of those services that cost something else, by name. */
  prices: z.record(z.string(), z.int().min(0).max(1_000_000_000)).default({}),
  timeoutMs: z.int().min(100).max(10_000).default(8_000),
}

export type CheckAccountConfig = {
  readonly vendor: string
  readonly authoritative?: boolean
  readonly prices?: Readonly<Record<string, number>>
}

/** The values that the deployment passes to an account. */
export type CheckDefaults = {
  /** The account's name in the configuration. */
  readonly id: string
  /** The hosts, as `host:port`, that may be reached without TLS and at a private address. */
  readonly privateHosts: readonly string[]
  readonly publicBaseUrl: string
  /** The folder to which the accounts' file names are relative. */
  readonly folder: string
  /** The published lists that are loaded here. */
  readonly published?: PublishedLists | undefined
}

export type CheckVendor = {
  readonly name: string
  /** The schema of an account in the configuration. */
  readonly config: z.ZodObject
  /** Throws an Error that names the position of an invalid value, and never a secret. */
  open(account: CheckAccountConfig, given: CheckDefaults): CheckAccount
}

type AccountOf<Fields extends z.ZodRawShape> = z.output<
  z.ZodObject<Fields & typeof accountFields>
> &
  CheckDefaults

/** The parts that differ between vendors; for most of them a repeat is harmless, and they answer at once. */
export type CheckAdapter = Pick<CheckAccount, 'offers' | 'buy'> &
  Partial<Omit<CheckAccount, 'id' | 'vendor' | 'costMicros' | 'timeoutMs'>>

/** `fields` are those of its accounts beyond the common ones. */
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
      // Safe because an account is only passed to the vendor whose schema has parsed it.
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

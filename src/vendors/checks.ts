// Opens the accounts of checks: the configured ones in live mode, the sandbox's in sandbox mode.
import type { LegalBasis } from '#src/journey/transaction/parts-schema.ts'
import type { CheckAccount, Checking, Port } from '#src/screening/orders/port.ts'
import { binlist } from '#src/vendors/look-ups/binlist.ts'
import type {
  CheckAccountConfig,
  CheckDefaults,
  CheckVendor,
} from '#src/vendors/parts/check-vendor.ts'
import { datavalid } from '#src/vendors/datavalid/vendor.ts'
import { createListsAccount, lists } from './lists.ts'
import { ownListsAccount } from '#src/screening/wire/own-lists.ts'
import { http } from '#src/vendors/http/vendor.ts'
import { brasilApi, minhaReceita } from '#src/vendors/minha-receita/vendor.ts'
import { watchman } from '#src/vendors/watchman/vendor.ts'
import { yente } from '#src/vendors/yente/vendor.ts'

export const checkVendors = [
  yente, watchman, minhaReceita, brasilApi, binlist, datavalid, lists, http,
] as const // prettier-ignore

type Owned = {
  readonly accounts: Readonly<Record<string, CheckAccountConfig>>
  /** By port, the accounts' names in the order in which they are tried. */
  readonly ports: Readonly<Partial<Record<Port, readonly string[] | undefined>>>
  readonly dailyCapMicros?: number | undefined
  readonly legalBasis?: LegalBasis | undefined
}

/** A tenant's list for a port replaces the deployment's. */
export type ChecksConfig = Owned & {
  readonly privateHosts: readonly string[]
  readonly tenants: Readonly<Record<string, Owned>>
}

type Given = Pick<CheckDefaults, 'publicBaseUrl' | 'folder' | 'published'> & {
  readonly sandbox: CheckAccount
}

export function createChecking(
  vendors: readonly CheckVendor[],
  config: ChecksConfig,
  { sandbox, ...given }: Given,
): Checking {
  const { privateHosts } = config
  const owned = [config, ...Object.values(config.tenants)].flatMap(({ accounts }) =>
    Object.entries(accounts),
  )
  const live = new Map(
    owned.map(([id, account]) => [id, open(vendors, account, { ...given, id, privateHosts })]),
  )
  // Without an account for a service, the published lists that are loaded here are searched.
  const own = createListsAccount({ id: ownListsAccount, published: given.published })
  const ownOf = (tenant: string) =>
    Object.hasOwn(config.tenants, tenant) ? config.tenants[tenant] : undefined
  return {
    accounts: {
      list({ tenant, mode }, port, service) {
        if (mode === 'sandbox') return [sandbox]
        const names = ownOf(tenant)?.ports[port] ?? config.ports[port] ?? []
        const accounts = names.flatMap((name) => live.get(name) ?? [])
        const offering = accounts.filter((account) => account.offers(port, service))
        if (offering.length > 0) return offering
        return own.offers(port, service) ? [own] : []
      },
      all: () => [...live.values(), own, sandbox],
      find({ mode }, id) {
        if (mode === 'sandbox') return id === sandbox.id ? sandbox : undefined
        return live.get(id) ?? (id === own.id ? own : undefined)
      },
    },
    legalBasisOf: ({ tenant }) => ownOf(tenant)?.legalBasis ?? config.legalBasis,
    capOf: ({ tenant }) => ownOf(tenant)?.dailyCapMicros ?? config.dailyCapMicros,
  }
}

function open(
  vendors: readonly CheckVendor[],
  account: CheckAccountConfig,
  given: CheckDefaults,
): CheckAccount {
  const vendor = vendors.find(({ name }) => name === account.vendor)
  if (!vendor) throw new Error(`there is no vendor ${account.vendor}`)
  const { authoritative, prices = {} } = account
  return { ...vendor.open(account, given), isAuthoritative: authoritative === true, prices }
}

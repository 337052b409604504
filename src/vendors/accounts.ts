// Opens the accounts that send messages: the configured ones in live mode, the sandbox's in sandbox mode.
import type { MessagingAccounts } from '#src/messaging/challenges/port.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import type { Sandbox, SandboxAccounts } from '#src/vendors/sandbox/sandbox.ts'
import type { Account, AccountConfig, Vendor } from '#src/vendors/parts/vendor.ts'

/** By channel, the accounts' names in the order in which they are tried. */
type Lists = Readonly<Partial<Record<Channel, readonly string[] | undefined>>>

type Owned = {
  readonly accounts: Readonly<Record<string, AccountConfig>>
  readonly channels: Lists
}

/** A tenant's list for a channel replaces the deployment's. */
export type AccountsConfig = Owned & { readonly tenants: Readonly<Record<string, Owned>> }

/** `close` lets running messages finish. */
export type Accounts = MessagingAccounts & { close(): void }

export function createAccounts(
  vendors: readonly Vendor[],
  config: AccountsConfig,
  {
    publicBaseUrl,
    sandbox,
  }: { readonly publicBaseUrl: string; readonly sandbox: Pick<Sandbox, 'of'> },
): Accounts {
  const owned = [config, ...Object.values(config.tenants)].flatMap(({ accounts }) =>
    Object.entries(accounts),
  )
  const live = new Map(
    owned.map(([id, account]) => {
      const shared = account.shared ?? isShared(config, id)
      return [id, open(vendors, account, { id, shared, publicBaseUrl })]
    }),
  )
  const ofSandbox = Object.values(sandbox.of(''))
  const bySandboxTenant = new Map<string, SandboxAccounts>()

  function sandboxOf(tenant: string): SandboxAccounts {
    const accounts = bySandboxTenant.get(tenant) ?? sandbox.of(tenant)
    bySandboxTenant.set(tenant, accounts)
    return accounts
  }

  return {
    list({ tenant, mode }, channel) {
      if (mode === 'sandbox') return [sandboxOf(tenant)[channel]]
      const own = Object.hasOwn(config.tenants, tenant) ? config.tenants[tenant] : undefined
      const names = own?.channels[channel] ?? config.channels[channel] ?? []
      return names.flatMap((name) => live.get(name) ?? [])
    },
    ofVendor: (vendor) =>
      [...live.values(), ...ofSandbox].filter((account) => account.vendor === vendor),
    find: (id) => live.get(id) ?? ofSandbox.find((account) => account.id === id),
    live: () => [...live.values()],
    close() {
      for (const account of live.values()) account.close?.()
    },
  }
}

function open(
  vendors: readonly Vendor[],
  account: AccountConfig,
  given: Parameters<Vendor['open']>[1],
): Account {
  const vendor = vendors.find(({ name }) => name === account.vendor)
  if (!vendor) throw new Error(`there is no vendor ${account.vendor}`)
  const opened = vendor.open(account, given)
  return {
    ...opened,
    ...(account.priceMicros && { priceMicros: account.priceMicros }),
    ...(account.freeForm && { freeForm: true }),
    ...(account.oneWay && { oneWay: true }),
  }
}

/**
 * Whether several tenants can send from the account by one channel: a tenant without a list of its own uses the
 * deployment's.
 */
function isShared({ channels, tenants }: AccountsConfig, name: string): boolean {
  return (['sms', 'whatsapp'] as const).some((channel) => {
    const lists = (all: Lists) => all[channel]?.includes(name) ?? false
    return lists(channels) || Object.values(tenants).filter((own) => lists(own.channels)).length > 1
  })
}

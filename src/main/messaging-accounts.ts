// Who carries short messages for whom: the configured accounts in live mode, the sandbox's in sandbox mode.
import { checkTemplates } from '#src/messages/content.ts'
import type { Messaging } from '#src/challenges/request.ts'
import type { MessagingAccounts, MessagingProvider } from '#src/challenges/port.ts'
import { createMeta } from '#src/providers/meta/adapter.ts'
import type { SandboxAccounts, SandboxMessaging } from '#src/providers/sandbox/messages.ts'
import { createTwilio } from '#src/providers/twilio/adapter.ts'
import { createZenvia } from '#src/providers/zenvia/adapter.ts'
import type { Config } from './config.ts'
import { type Account, type MessagingConfig, readMessagingConfig } from './messaging-config.ts'

type Sandbox = Pick<SandboxMessaging, 'sms' | 'whatsapp' | 'of'>

/** What the configuration says of short messages; throws one error that says all that is wrong with it. */
export function openMessaging(
  config: Pick<
    Config,
    | ('MESSAGING_FILE' | 'MESSAGING' | 'PUBLIC_BASE_URL' | 'BRAND')
    | ('MESSAGE_RATE_PER_SECOND' | 'MESSAGE_RATE_BURST')
  >,
  sandbox: Sandbox,
): Messaging {
  const { PUBLIC_BASE_URL: publicBaseUrl, BRAND: brand } = config
  const read = readMessagingConfig({ file: config.MESSAGING_FILE, json: config.MESSAGING })
  const tenants = Object.entries(read.tenants).map(([name, { templates }]) => [name, templates])
  return {
    accounts: createMessagingAccounts(read, publicBaseUrl, sandbox),
    templates: checkTemplates({
      brand,
      publicBaseUrl,
      templates: read.templates,
      tenants: Object.fromEntries(tenants),
    }),
    sendRate: { perSecond: config.MESSAGE_RATE_PER_SECOND, burst: config.MESSAGE_RATE_BURST },
    countries: read.countries,
  }
}

function createMessagingAccounts(
  config: Pick<MessagingConfig, 'accounts' | 'channels' | 'tenants'>,
  publicBaseUrl: string,
  sandbox: Sandbox,
): MessagingAccounts {
  const owned = [config, ...Object.values(config.tenants)].flatMap(({ accounts }) =>
    Object.entries(accounts),
  )
  const live = new Map(
    owned.map(([id, account]) => [
      id,
      create(id, account, publicBaseUrl, account.shared ?? isShared(config, id)),
    ]),
  )
  const ofSandbox = [sandbox.sms, sandbox.whatsapp]
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
  }
}

/** Whether several tenants can send from it: whoever names no list of its own takes the deployment's. */
function isShared(
  { channels, tenants }: Pick<MessagingConfig, 'channels' | 'tenants'>,
  name: string,
): boolean {
  const names = (lists: MessagingConfig['channels']) =>
    [lists.sms, lists.whatsapp].some((list) => list?.includes(name))
  return names(channels) || Object.values(tenants).filter((own) => names(own.channels)).length > 1
}

function create(
  id: string,
  account: Account,
  publicBaseUrl: string,
  shared: boolean,
): MessagingProvider {
  switch (account.vendor) {
    case 'twilio':
      return createTwilio({ ...account, id, publicBaseUrl, shared })
    case 'meta':
      return createMeta({ ...account, id, shared })
    case 'zenvia':
      return createZenvia({ ...account, id, shared })
  }
}

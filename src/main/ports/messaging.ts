// Opens the configured accounts and templates of messages.
import { createMacs } from '#src/journey/inbox/macs.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import { findUnpriced } from '#src/messaging/requests/volume/priced.ts'
import type { Db } from '#src/platform/db/client.ts'
import { checkTemplates } from '#src/messaging/messages/content.ts'
import { createAccounts } from '#src/vendors/accounts.ts'
import { vendors as ownVendors } from '#src/vendors/index.ts'
import type { Sandbox } from '#src/vendors/sandbox/sandbox.ts'
import { bounceLabel, returnPath } from '#src/vendors/smtp/bounce.ts'
import { openSimSwaps } from '#src/vendors/sim-swap/open.ts'
import type { Vendor } from '#src/vendors/parts/vendor.ts'
import type { SandboxPhone } from '#src/vendors/sandbox/phone.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'
import type { Config } from '#src/main/config/config.ts'
import { readMessagingConfig } from '#src/main/config/messaging.ts'
import { openSandbox } from './sandbox.ts'

type Given = {
  readonly config: Config
  readonly db: Db
  readonly sealer: Sealer
  readonly tenants: Tenants
}

/**
 * `prepare` reads and validates everything and throws when something is wrong; the function that it returns installs
 * the result.
 */
export type ReloadableMessaging = Messaging & {
  prepare(naming: Tenants): () => void
  /** Says why a tenant’s settings do not work with these accounts. */
  findFault(naming: Tenants, tenant: string): string | undefined
}

/** Throws one error with all faults of the configuration. */
export function openMessaging(
  { config, db, sealer, tenants }: Given,
  parts: AsyncDisposableStack,
): { messaging: ReloadableMessaging; phone: SandboxPhone } {
  const sandbox = openSandbox({ config, db, sealer })
  parts.defer(() => sandbox.close())
  const messaging = makeMessaging({ config, sealer, sandbox, tenants }, parts)
  return { messaging, phone: sandbox }
}

export function makeMessaging(
  {
    config,
    sealer,
    sandbox,
    tenants,
  }: Omit<Given, 'db'> & { readonly sandbox: Pick<Sandbox, 'of'> },
  parts: AsyncDisposableStack,
  vendors: readonly Vendor[] = ownVendors,
): ReloadableMessaging {
  const { PUBLIC_BASE_URL: publicBaseUrl, EMAIL_FROM: from } = config
  let current = readAll(tenants)
  parts.defer(() => current.accounts.close())

  function readAll(naming: Tenants) {
    const read = readMessagingConfig(vendors, {
      file: config.MESSAGING_FILE,
      json: config.MESSAGING,
      smtp: config.SMTP_URL === undefined ? undefined : { url: config.SMTP_URL, from },
    })
    // A tenant’s own name may be too long for a common wording, so each tenant is checked.
    const named = new Set([...Object.keys(read.tenants), ...naming.names()])
    const own = [...named].map((name) => [name, read.tenants[name]?.templates ?? {}])
    const templates = checkTemplates({
      brandOf: (tenant) => naming.of(tenant).brand,
      publicBaseUrl,
      templates: read.templates,
      tenants: Object.fromEntries(own),
    })
    const accounts = createAccounts(vendors, read, { publicBaseUrl, sandbox })
    const unpriced = findUnpriced(accounts, naming, ['', ...named])
    if (unpriced.length > 0) {
      accounts.close()
      throw new Error(`Spending:\n${unpriced.join('\n')}`)
    }
    return { accounts, templates, countries: read.countries, simSwaps: openSimSwaps(read) }
  }

  return {
    accounts: {
      list: (owner, channel) => current.accounts.list(owner, channel),
      ofVendor: (vendor) => current.accounts.ofVendor(vendor),
      find: (id) => current.accounts.find(id),
      live: () => current.accounts.live(),
    },
    simSwaps: (owner) => current.simSwaps(owner),
    templates: {
      write: (tenant, wanted) => current.templates.write(tenant, wanted),
      mailWords: (tenant, language) => current.templates.mailWords(tenant, language),
    },
    get countries() {
      return current.countries
    },
    emailsPerMinute: config.EMAIL_TOKENS_PER_MINUTE,
    sendRate: { perSecond: config.MESSAGE_RATE_PER_SECOND, burst: config.MESSAGE_RATE_BURST },
    tenants,
    publicBaseUrl,
    mail: {
      from,
      bounceDomain: config.EMAIL_BOUNCE_DOMAIN,
      returnPath: writeReturnPath(sealer, config.EMAIL_BOUNCE_DOMAIN),
    },
    findFault(naming, tenant) {
      return findUnpriced(current.accounts, naming, [tenant])[0]
    },
    prepare(naming) {
      const next = readAll(naming)
      return () => {
        // Calls in progress of the former accounts are allowed to finish.
        current.accounts.close()
        current = next
      }
    },
  }
}

function writeReturnPath(sealer: Sealer, domain: string): (recordId: string) => string {
  return (recordId) => {
    const [mac] = createMacs(sealer)(bounceLabel)
    return returnPath(mac, recordId, domain)
  }
}

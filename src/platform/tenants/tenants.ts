// The settings of each tenant under the current configuration. It can be replaced while the process runs, so nobody
// keeps the result of `of` for longer than a request or a task.
import { joinData } from './data.ts'
import { messageDefaults } from './messages.ts'
import type { Publishing, RegisteredTenant, Settings, Tenants, TenantsConfig } from './settings.ts'

/** The defaults where the configuration sets nothing. */
export type Defaults = { readonly brand: string }

export type ReplaceableTenants = Tenants & { replace(config: TenantsConfig): void }

export function createTenants(defaults: Defaults, config?: TenantsConfig): ReplaceableTenants {
  let current: TenantsConfig = config ?? { all: {}, tenants: {} }
  return {
    of: (tenant) => settingsOf(defaults, current, tenant),
    names: () => Object.keys(current.tenants),
    find: (tenant) => findOwn(current.tenants, tenant),
    replace(next) {
      current = next
    },
  }
}

function settingsOf(defaults: Defaults, { all, tenants }: TenantsConfig, tenant: string): Settings {
  const own: RegisteredTenant = findOwn(tenants, tenant) ?? {}
  return {
    brand: own.brand ?? all.brand ?? defaults.brand,
    biometrics: { linkSeconds: 600, personsPerDevice: 4, ...all.biometrics, ...own.biometrics },
    link: { pack: 'link', minutes: 24 * 60, redirectOrigins: [], ...all.link, ...own.link },
    verdicts: {
      phoneOptional: false,
      approveByScore: false,
      ageMin: 18,
      ...all.verdicts,
      ...own.verdicts,
    },
    reviews: { picking: false, ...all.reviews, ...own.reviews },
    search: { genericFields: [], ...all.search, ...own.search },
    audit: { records: false, ...all.audit, ...own.audit },
    messages: { ...messageDefaults, ...all.messages, ...own.messages },
    data: joinData(all.data, own.data),
    packs: publishingOf(own),
  }
}

/** How packs of the tenant are published: by one person, unless its settings say otherwise. */
export const publishingOf = ({ packs }: Pick<RegisteredTenant, 'packs'>): Publishing => ({
  publishing: 'one-person',
  demandCases: false,
  demandCoverage: false,
  ...packs,
})

const findOwn = (tenants: TenantsConfig['tenants'], tenant: string) =>
  Object.hasOwn(tenants, tenant) ? tenants[tenant] : undefined

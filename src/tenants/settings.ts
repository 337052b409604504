// What a tenant may have of its own, section by section; what it leaves out is the deployment's, and what
// that leaves out stands here. A section belongs to the capability that reads it.
import { z } from 'zod'

export const TenantSettings = z.strictObject({
  /** How messages and pages name who asks. */
  brand: z.string().trim().min(1).max(60).exactOptional(),
})
export type TenantSettings = z.output<typeof TenantSettings>

/** `all` holds for every tenant; a field that a tenant names itself takes its place. */
export const TenantsConfig = z.strictObject({
  all: TenantSettings.default({}),
  tenants: z.record(z.string().min(1).max(200), TenantSettings).default({}),
})
export type TenantsConfig = z.output<typeof TenantsConfig>

/** As they hold for one tenant. */
export type Settings = {
  readonly brand: string
}

export type Tenants = {
  /** Of any name, known or not; '' is the deployment itself. */
  of(tenant: string): Settings
  /** Those with settings of their own. */
  names(): readonly string[]
}

// A tenant’s settings of verification links and of the hosted page.
import { type Pauses, pausesOfPoses } from '#src/biometrics/movement/pacing-rules.ts'
import type { Settings, Tenants } from '#src/platform/tenants/settings.ts'

/** The link section of a tenant’s settings. */
export type VerificationLinkSettings = Omit<Settings['link'], 'pack' | 'minutes'> & {
  /** The name of the asking company on the page. */
  readonly name: string
  /** The pack whose steps a person walks. */
  readonly packName: string
  readonly lifeMs: number
  /**
   * Whether redirects may lead to pages of this machine and such pages may frame the hosted page, at any port, as a
   * local start needs.
   */
  readonly takesLoopback?: boolean
}

export type VerificationLinks = {
  /** The settings for any tenant name; '' is the deployment itself. */
  of(tenant: string): VerificationLinkSettings
  /** The number of our own reverse proxies, which report a person’s address. */
  readonly proxyHops: number
  /** The pauses before each requested movement. */
  readonly pauses: Pauses
}

/** The present settings of tenants: the configuration can be replaced while the process runs. */
export const verificationLinksOf = (
  tenants: Tenants,
  proxyHops = 0,
  takesLoopback = false,
): VerificationLinks => ({
  proxyHops,
  pauses: pausesOfPoses,
  of(tenant) {
    const { brand, link } = tenants.of(tenant)
    const { pack, minutes, ...look } = link
    return { name: brand, packName: pack, lifeMs: minutes * 60_000, takesLoopback, ...look }
  },
})

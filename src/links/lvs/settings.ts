// A tenant’s settings of verification links and of the hosted page.
import { type Pauses, pausesOfPoses } from '#src/biometrics/movement/pacing-rules.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'

export type VerificationLinkSettings = {
  /** The name of the asking company on the page. */
  readonly name: string
  /** A picture of at most 48 kB as `data:` URL. */
  readonly logo?: string
  /** The colour of buttons, `#rrggbb`. */
  readonly colour?: string
  /**
   * Origins to which a person may be redirected, such as `https://client.example`; their pages get a message with the
   * state.
   */
  readonly redirectOrigins: readonly string[]
  /** Origins whose pages may frame the page. */
  readonly frameOrigins?: readonly string[]
  /** Whether pages of this machine may do both, at any port: in the local start. */
  readonly takesLoopback?: boolean
  /** The pack whose steps a person walks. */
  readonly packName: string
  readonly lifeMs: number
  readonly privacyUrl?: string
  readonly contact?: string
  /** The legal basis for processing a person’s data, in the tenant’s words. */
  readonly legalBasis?: string
  /** The alternative to the page, in the tenant’s words. */
  readonly otherWay?: string
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

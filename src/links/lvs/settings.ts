// A tenant's settings of verification links and of the hosted page.
import { type Pauses, pausesOfPoses } from '#src/biometrics/movement/pacing-rules.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'

export type VerificationLinkSettings = {
  /** How the page names who asks. */
  readonly name: string
  /** A picture of at most a few kB, as a `data:` address. */
  readonly logo?: string
  /** Of buttons, `#rrggbb`. */
  readonly colour?: string
  /** Where a person may be sent back to, `https://client.example`; the pages there get a message with the result. */
  readonly redirectOrigins: readonly string[]
  /** Whose pages may show the page in a frame. */
  readonly frameOrigins?: readonly string[]
  /** The pack whose steps a person walks. */
  readonly packName: string
  readonly lifeMs: number
  readonly privacyUrl?: string
  readonly contact?: string
  /** Why a person's data may be used, in the tenant's words. */
  readonly legalBasis?: string
  /** What a person can do instead. */
  readonly otherWay?: string
}

export type VerificationLinks = {
  /** Of any name; '' is the deployment itself. */
  of(tenant: string): VerificationLinkSettings
  /** How many proxies of ours stand before the service: the address of a person is what they say. */
  readonly proxyHops: number
  /** Before each movement that is asked for. */
  readonly pauses: Pauses
}

/** As tenants have it now: the configuration can be replaced while the process runs. */
export const verificationLinksOf = (tenants: Tenants, proxyHops = 0): VerificationLinks => ({
  proxyHops,
  pauses: pausesOfPoses,
  of(tenant) {
    const { brand, link } = tenants.of(tenant)
    const { pack, minutes, ...look } = link
    return { name: brand, packName: pack, lifeMs: minutes * 60_000, ...look }
  },
})

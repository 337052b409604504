import type { VerificationLinkSettings, VerificationLinks } from '#src/links/lvs/settings.ts'

/** Settings of verification links, the same for every tenant. */
export function createLinks(
  given: Pick<VerificationLinkSettings, 'name'> & Partial<VerificationLinkSettings>,
): VerificationLinks {
  const lifeMs = 24 * 3_600_000
  const settings = { redirectOrigins: [], packName: 'link', lifeMs, ...given }
  // No pauses, because no test waits for a person to hold still.
  const none = [0, 0] as const
  return { of: () => settings, proxyHops: 0, pauses: { short: none, long: none, approach: none } }
}

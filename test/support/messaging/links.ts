import type { VerificationLinkSettings, VerificationLinks } from '#src/links/lvs/settings.ts'

/** The same settings for every tenant. */
export function createLinks(
  given: Pick<VerificationLinkSettings, 'name'> & Partial<VerificationLinkSettings>,
): VerificationLinks {
  const lifeMs = 24 * 3_600_000
  const settings = { redirectOrigins: [], packName: 'link', lifeMs, ...given }
  return { of: () => settings, proxyHops: 0 }
}

import type { LinkSettings, Links } from '#src/links/lvs/settings.ts'

/** The same settings for every tenant. */
export function createLinks(given: Pick<LinkSettings, 'name'> & Partial<LinkSettings>): Links {
  const lifeMs = 24 * 3_600_000
  const settings = { redirectOrigins: [], packName: 'link', lifeMs, ...given }
  return { of: () => settings, proxyHops: 0 }
}

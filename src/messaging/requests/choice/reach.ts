// Which numbers a tenant's messages may go to: those of its countries, and of its prefixes where it names some.
import type { CountryCode, Reach } from '#src/messaging/phones/candidates.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'

export function reachOf(
  { tenants, countries }: Pick<Messaging, 'tenants' | 'countries'>,
  tenant: string,
): Reach {
  const { countries: named, prefixes } = tenants.of(tenant).messages
  // Safe because the settings hold no other codes.
  const own = (named as readonly CountryCode[] | undefined) ?? countries
  return { ...(own && { countries: own }), ...(prefixes && { prefixes }) }
}

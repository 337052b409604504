import type { Capability, Shows } from '#src/journey/capabilities/capability.ts'
import type { RiskDeps } from './deps.ts'
import { replaceSightings } from '#src/journey/velocity/store.ts'
import { velocityFacts } from './facts.ts'
import { sightingsOf } from './history.ts'
import { referenceKeys } from './keys.ts'

/** The values by which transactions count each other, and those that only searches use. */
const shows: Shows = (fields, { search }) => [
  ...sightingsOf(fields),
  ...referenceKeys(fields, search.genericFields).map(
    (value) => ({ kind: 'reference', value }) as const,
  ),
]

/** The capability that records sightings and counts them. */
export const velocity: Capability<RiskDeps> = {
  name: 'velocity',
  facts: velocityFacts,
  shows,
  corrected:
    ({ tenants }) =>
    async ({ tx, sealer, locked, fields }) => {
      await replaceSightings({ tx, sealer, locked }, shows(fields, tenants.of(locked.tenant)))
      return {}
    },
}

import type { Capability, Shows } from '#src/journey/capabilities/capability.ts'
import type { RiskDeps } from './deps.ts'
import { replaceSightings } from '#src/journey/velocity/store.ts'
import { velocityFacts } from './facts.ts'
import { sightingsOf } from './history.ts'
import { referenceKeys } from './keys.ts'

/** By what they count each other, and by what else they are found. */
const shows: Shows = (fields, { search }) => [
  ...sightingsOf(fields),
  ...referenceKeys(fields, search.genericFields).map(
    (value) => ({ kind: 'reference', value }) as const,
  ),
]

/** What transactions show to each other. */
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

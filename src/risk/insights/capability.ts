import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { RiskDeps } from './deps.ts'
import { replaceSightings } from '#src/journey/velocity/store.ts'
import { velocityFacts } from './facts.ts'
import { sightingsOf } from './history.ts'

/** What transactions show to each other. */
export const velocity: Capability<RiskDeps> = {
  name: 'velocity',
  facts: velocityFacts,
  shows: sightingsOf,
  corrected:
    () =>
    async ({ tx, sealer, locked, fields }) => {
      await replaceSightings({ tx, sealer, locked }, sightingsOf(fields))
      return {}
    },
}

import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { RiskDeps } from './deps.ts'
import { recordSightings } from '#src/journey/velocity/store.ts'
import { velocityFacts } from './facts.ts'
import { sightingsOf } from './history.ts'

/** What transactions show to each other, recorded when they are created. */
export const velocity: Capability<RiskDeps> = {
  name: 'velocity',
  facts: velocityFacts,
  created:
    () =>
    ({ tx, sealer, locked, fields }) =>
      recordSightings({ tx, sealer, locked }, sightingsOf(fields)),
}

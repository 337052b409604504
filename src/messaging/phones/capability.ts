import type { Capability } from '#src/journey/capabilities/capability.ts'
import { type SuppressionDeps, suppressionRoutes } from './routes.ts'
import { forgetUses } from './store.ts'

/** The numbers that get nothing, and those that documents have named. */
export const phones: Capability<SuppressionDeps> = {
  name: 'phones',
  routes: suppressionRoutes,
  erased: forgetUses,
  restricted: (tx, { id }) => forgetUses(tx, id),
}

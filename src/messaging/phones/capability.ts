import type { Capability } from '#src/main/capability.ts'
import { suppressionRoutes } from './routes.ts'
import { forgetUses } from './store.ts'

/** The numbers that get nothing, and those that documents have named. */
export const phones: Capability = {
  name: 'phones',
  routes: suppressionRoutes,
  erased: forgetUses,
  restricted: (tx, { id }) => forgetUses(tx, id),
}

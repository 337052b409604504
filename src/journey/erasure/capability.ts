import type { Capability } from '#src/main/capability.ts'
import { dutyRoutes } from './duty-routes.ts'
import { erasureRoutes } from './routes.ts'
import { forgetDuties } from './store.ts'

/** Erasure, and what keeps a transaction from it. */
export const erasure: Capability = {
  name: 'erasure',
  routes: (deps) => [...erasureRoutes(deps), ...dutyRoutes(deps)],
  erased: forgetDuties,
}

import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { ErasureDeps } from './deps.ts'
import { dutyRoutes } from './duty-routes.ts'
import { erasureRoutes } from './routes.ts'
import { forgetDuties } from './store.ts'

/** Erasure, and what keeps a transaction from it. */
export const erasure: Capability<ErasureDeps> = {
  name: 'erasure',
  routes: (deps) => [...erasureRoutes(deps), ...dutyRoutes(deps)],
  erased: forgetDuties,
}

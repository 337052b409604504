import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { ErasureDeps } from './deps.ts'
import { dutyRoutes } from './duty-routes.ts'
import { erasureRoutes } from './routes.ts'
import { forgetDuties } from './store.ts'

/** The capability of erasure, duties and legal holds. */
export const erasure: Capability<ErasureDeps> = {
  name: 'erasure',
  routes: (deps) => [...erasureRoutes(deps), ...dutyRoutes(deps)],
  erased: forgetDuties,
}

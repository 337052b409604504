import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import { transactionPageRoutes } from './page-routes.ts'
import { searchRoutes } from './routes.ts'

export const transactionSearch: Capability<PackRouteDeps> = {
  name: 'transaction-search',
  routes: (deps) => [...searchRoutes(deps), ...transactionPageRoutes()],
}

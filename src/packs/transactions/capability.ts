import type { Capability } from '#src/main/capability.ts'
import { transactionPageRoutes } from './page-routes.ts'
import { searchRoutes } from './routes.ts'

export const transactionSearch: Capability = {
  name: 'transaction-search',
  routes: (deps) => [...searchRoutes(deps), ...transactionPageRoutes()],
}

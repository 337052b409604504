import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { RiskDeps } from '#src/risk/insights/deps.ts'
import { cardCheckModule } from './module.ts'
import { cardCheckRoutes } from './routes.ts'

export const cardCheck: Capability<RiskDeps> = {
  name: 'card-check',
  routes: cardCheckRoutes,
  module: cardCheckModule,
}

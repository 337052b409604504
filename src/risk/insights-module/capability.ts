import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { RiskDeps } from '#src/risk/insights/deps.ts'
import { ownFacts } from '#src/risk/insights/facts.ts'
import { insightsDerived } from '#src/risk/insights/take.ts'
import { insightsModule } from './module.ts'
import { insightRoutes } from './routes.ts'

export const insights: Capability<RiskDeps> = {
  name: 'insights',
  kinds: [insightsDerived],
  routes: insightRoutes,
  facts: ownFacts,
  module: insightsModule,
}

import type { Capability } from '#src/main/capability.ts'
import { ownFacts } from '#src/risk/insights/facts.ts'
import { insightsDerived } from '#src/risk/insights/take.ts'
import { insightsModule } from './module.ts'
import { insightRoutes } from './routes.ts'

export const insights: Capability = {
  name: 'insights',
  kinds: [insightsDerived],
  routes: insightRoutes,
  facts: ownFacts,
  module: insightsModule,
}

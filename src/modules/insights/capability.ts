import type { Capability } from '#src/capability.ts'
import { ownFacts } from '#src/insights/facts.ts'
import { insightsDerived } from '#src/insights/kinds.ts'
import { insightsModule } from './module.ts'
import { insightRoutes } from './routes.ts'

export const insights: Capability = {
  name: 'insights',
  kinds: [insightsDerived],
  routes: insightRoutes,
  facts: ownFacts,
  module: insightsModule,
}

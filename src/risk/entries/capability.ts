import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { RiskDeps } from '#src/risk/insights/deps.ts'
import { entryFacts } from './facts.ts'
import { entryRoutes } from './routes.ts'

/** What a tenant denies, and what it lets be seen often. */
export const entries: Capability<RiskDeps> = {
  name: 'entries',
  routes: entryRoutes,
  facts: entryFacts,
}

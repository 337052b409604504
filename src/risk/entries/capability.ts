import type { Capability } from '#src/main/capability.ts'
import { entryFacts } from './facts.ts'
import { entryRoutes } from './routes.ts'

/** What a tenant denies, and what it lets be seen often. */
export const entries: Capability = {
  name: 'entries',
  routes: entryRoutes,
  facts: entryFacts,
}

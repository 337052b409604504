import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { funnelRoutes } from './routes.ts'

/** Where people leave verification links. */
export const funnel: Capability<LinkDeps> = {
  name: 'funnel',
  routes: funnelRoutes,
}

import type { Capability } from '#src/main/capability.ts'
import { funnelRoutes } from './routes.ts'

/** Where people leave verification links. */
export const funnel: Capability = {
  name: 'funnel',
  routes: funnelRoutes,
}

import type { Capability } from '#src/journey/capabilities/capability.ts'
import { type EndpointDeps, endpointRoutes } from './routes.ts'

export const endpoints: Capability<EndpointDeps> = {
  name: 'endpoints',
  routes: endpointRoutes,
}

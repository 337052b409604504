import type { Capability } from '#src/main/capability.ts'
import { eventRoutes } from './routes.ts'

export const events: Capability = { name: 'events', routes: eventRoutes }

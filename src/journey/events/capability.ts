import type { Capability } from '#src/journey/capabilities/capability.ts'
import { type EventDeps, eventRoutes } from './routes.ts'

export const events: Capability<EventDeps> = { name: 'events', routes: eventRoutes }

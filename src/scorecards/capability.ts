import type { Capability } from '#src/capability.ts'
import { scoreComputed } from './kinds.ts'
import { scorecardRoutes } from './routes.ts'

export const scorecards: Capability = {
  name: 'scorecards',
  kinds: [scoreComputed],
  routes: scorecardRoutes,
}

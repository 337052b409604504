import type { Capability } from '#src/main/capability.ts'
import { firedRules } from './fired.ts'
import { scoreComputed } from './kinds.ts'
import { scorecardRoutes } from './routes.ts'

export const scorecards: Capability = {
  name: 'scorecards',
  kinds: [scoreComputed],
  routes: scorecardRoutes,
  details: firedRules,
}

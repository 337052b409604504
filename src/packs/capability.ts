import type { Capability } from '#src/capability.ts'
import { backtestRoutes } from './backtest/routes.ts'
import { caseRoutes } from './cases/routes.ts'
import { differenceRoutes } from './difference/routes.ts'
import { drawingRoutes } from './drawing/routes.ts'
import { packPageRoutes } from './page/routes.ts'
import { packKinds } from './kinds.ts'
import { packRoutes } from './routes.ts'
import { statisticsRoutes } from './statistics/routes.ts'
import { packTasks } from './tasks.ts'

export const packs: Capability = {
  name: 'packs',
  kinds: packKinds,
  tasks: ({ packs: own }) => packTasks(own),
  // A fixed word of a path comes before the id that may stand in its place.
  routes: (deps) => [
    ...statisticsRoutes(deps),
    ...drawingRoutes(deps),
    ...differenceRoutes(deps),
    ...caseRoutes(deps),
    ...backtestRoutes(deps),
    ...packRoutes(deps),
    ...packPageRoutes(),
  ],
}

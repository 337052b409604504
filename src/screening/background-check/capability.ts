import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import { startByItself } from './created.ts'
import { backgroundCheckStarted, backgroundCheckWanted } from './kinds.ts'
import { judgementRoutes } from './judgement-routes.ts'
import { backgroundCheckModule } from './module.ts'
import { backgroundCheckRoutes } from './routes.ts'
import { backgroundCheckTasks } from './tasks.ts'

export const backgroundCheck: Capability<ScreeningDeps> = {
  name: 'background-check',
  kinds: [backgroundCheckWanted, backgroundCheckStarted],
  tasks: backgroundCheckTasks,
  routes: (deps) => [...backgroundCheckRoutes(deps), ...judgementRoutes(deps)],
  created: startByItself,
  module: backgroundCheckModule,
}

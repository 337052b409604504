import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import { creditScoreStarted, creditScoreWanted } from './kinds.ts'
import { creditScoreModule } from './module.ts'
import { creditScoreRoutes } from './routes.ts'
import { creditScoreTasks } from './tasks.ts'

export const creditScore: Capability<ScreeningDeps> = {
  name: 'credit-score',
  kinds: [creditScoreWanted, creditScoreStarted],
  tasks: creditScoreTasks,
  routes: creditScoreRoutes,
  module: creditScoreModule,
}

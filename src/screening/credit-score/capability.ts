import type { Capability } from '#src/main/capability.ts'
import { creditScoreStarted, creditScoreWanted } from './kinds.ts'
import { creditScoreModule } from './module.ts'
import { creditScoreRoutes } from './routes.ts'
import { creditScoreTasks } from './tasks.ts'

export const creditScore: Capability = {
  name: 'credit-score',
  kinds: [creditScoreWanted, creditScoreStarted],
  tasks: creditScoreTasks,
  routes: creditScoreRoutes,
  module: creditScoreModule,
}

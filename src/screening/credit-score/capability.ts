import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import { readOrder } from '#src/screening/checks/rules.ts'
import { creditScoreModule, creditScoreStarted, creditScoreWanted, startTask } from './module.ts'
import { creditScoreRoutes } from './routes.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import { defineOrderTask } from '#src/screening/checks/tasks.ts'
import { append } from '#src/journey/journal/append.ts'
import { module, requestCredit } from './request.ts'

function creditScoreTasks(deps: ScreeningDeps): TaskDefinition[] {
  return [
    defineOrderTask(deps, startTask, async (tx, locked, { ref, key }) => {
      const { step, since, again } = readOrder({ key })
      const options = {
        capped: false,
        ...(since !== undefined && { since }),
        ...(again && { again }),
      }
      const { kind: code } = await requestCredit({ ...deps, tx, locked }, options)
      append(locked, { kind: creditScoreStarted, module, ref, code, reason: step })
    }),
  ]
}

export const creditScore: Capability<ScreeningDeps> = {
  name: 'credit-score',
  kinds: [creditScoreWanted, creditScoreStarted],
  tasks: creditScoreTasks,
  routes: creditScoreRoutes,
  module: creditScoreModule,
}

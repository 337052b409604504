import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import { defineTask, type TaskDefinition } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { creditScoreStarted, readWanted, startTask } from './kinds.ts'
import { module, requestCredit } from './request.ts'

export function creditScoreTasks(deps: ScreeningDeps): TaskDefinition[] {
  return [
    defineTask(startTask, async (tx, locked, { ref, key }) => {
      const options = { capped: false, ...readWanted({ key }) }
      const { kind: code } = await requestCredit({ ...deps, tx, locked }, options)
      append(locked, { kind: creditScoreStarted, module, ref, code })
    }),
  ]
}

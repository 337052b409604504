// The tasks of checks: buy a service, look it up, ask for its result, and repeat a check.
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import type { TaskDefinition, TaskWork } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { buyCall, lookUpCall, orderAndBuyCall, pollCall } from './calls.ts'
import { checkRepeated, taskNames } from './kinds.ts'
import { dayMs, repeatCheck } from './request.ts'
import { findCheck, updateCheck } from '#src/screening/orders/store.ts'

/** Defines a task that orders checks, claims their services in the same commit and buys them side by side. */
export function defineOrderTask(deps: ScreeningDeps, name: string, work: TaskWork): TaskDefinition {
  const call = orderAndBuyCall(deps, work)
  return { name, lane: 'local', perform: (run) => deps.calls.perform(deps, run, call) }
}

export function checkTasks(deps: ScreeningDeps): TaskDefinition[] {
  const calls = [
    [taskNames.buy, buyCall(deps)],
    [taskNames.lookUp, lookUpCall(deps)],
    [taskNames.poll, pollCall(deps)],
  ] as const
  return [
    ...calls.map(([name, call]): TaskDefinition => ({
      name,
      lane: 'local',
      perform: (run) => deps.calls.perform(deps, run, call),
    })),
    defineOrderTask(deps, taskNames.again, async (tx, locked, { ref, dueAt: wasDueAt }) => {
      const check = await findCheck(tx, ref)
      if (!check || check.everyDays === null) return
      const round = check.round + 1
      // Counted from the last due time, so that rounds do not drift; rounds that a clock change has skipped are not
      // made up for.
      const now = locked.now.getTime()
      const everyMs = check.everyDays * dayMs
      const dueAt = wasDueAt + everyMs * Math.max(1, Math.ceil((now - wasDueAt + 1) / everyMs))
      await updateCheck(tx, ref, { round })
      const { module } = check
      append(locked, { kind: checkRepeated, module, ref, attempt: round, dueAt })
      // A round that is still under way is not repeated beside itself.
      if (check.endedAt !== null) await repeatCheck({ ...deps, tx, locked }, { ...check, round })
    }),
  ]
}

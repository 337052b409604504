// Activities with which the workflow reads its transaction’s agenda, and closes when no task is left.
import { Context } from '@temporalio/activity'
import { closeAgenda, readAgenda, readEntriesAfter } from '#src/journey/agenda/read.ts'
import { failTask, type TaskDeps } from '#src/journey/commit/run-task.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import type { OperatorActivities } from '#src/journey/transaction/act.ts'
import type { AgendaActivities } from './signatures.ts'

/** `operator`: the actions of operators from the Temporal UI. */
export type AgendaDeps = TaskDeps & { readonly operator: OperatorActivities }

export function agendaActivities(
  { operator, ...deps }: AgendaDeps,
  tasks: readonly TaskDefinition[],
): AgendaActivities {
  const { db, settings } = deps
  return {
    readAgenda: (asked) => readAgenda(db, settings, { ...asked, run: currentRun() }),
    ...operator,
    async closeAgenda(asked) {
      const run = currentRun()
      const closed = await closeAgenda(db, { ...asked, run })
      if (closed)
        return {
          closed: true,
          ...closed,
          entries: await readEntriesAfter(db, asked.id, asked.after),
        }
      return { closed: false, agenda: await readAgenda(db, settings, { ...asked, run }) }
    },
    failTask: (asked) =>
      failTask(deps, (name) => tasks.find((one) => one.name === name), {
        ...asked,
        run: currentRun(),
      }),
  }
}

/** The id of the workflow run that called the activity. */
export const currentRun = (): string | undefined => Context.current().info.workflowExecution?.runId

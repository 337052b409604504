// Registers the activities of a worker: the agenda and its local tasks beside the workflows, engine tasks on a queue of
// their own.
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import type { UnderWay } from '#src/journey/suspects/running-tasks.ts'
import { type AgendaDeps, agendaActivities } from './agenda.ts'
import { engineActivities, localActivities } from './tasks.ts'

export function createActivities(
  deps: AgendaDeps & { readonly underWay?: UnderWay },
  tasks: readonly TaskDefinition[],
) {
  return {
    local: { ...localActivities(deps, tasks), ...agendaActivities(deps, tasks) },
    engine: engineActivities(deps, tasks),
  }
}

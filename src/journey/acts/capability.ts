import type { Capability } from '#src/journey/capabilities/capability.ts'
import { actKinds } from './kinds.ts'
import { type ActRouteDeps, actRoutes } from './routes.ts'
import { defineTask } from '#src/journey/commit/task.ts'
import { pausedTask } from '#src/journey/transaction/paused-rules.ts'

/** A pause is ended by an entry; should its far-off time come, it is over. */
const endPause = defineTask(pausedTask, async () => {})

export const acts: Capability<ActRouteDeps> = {
  name: 'acts',
  kinds: actKinds,
  tasks: () => [endPause],
  routes: actRoutes,
}

import type { Capability } from '#src/capability.ts'
import { packKinds } from './kinds.ts'
import { packRoutes } from './routes.ts'
import { packTasks } from './tasks.ts'

export const packs: Capability = {
  name: 'packs',
  kinds: packKinds,
  tasks: ({ packs: own }) => packTasks(own),
  routes: packRoutes,
}

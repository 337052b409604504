import type { Capability } from '#src/capability.ts'
import { challengeKinds } from './kinds.ts'
import { linkPageRoutes } from './link/routes.ts'
import { challengeTasks } from './tasks.ts'

/** What tokens and 2FA of all channels share: their kinds and tasks, and the page behind their links. */
export const challenges: Capability = {
  name: 'challenges',
  kinds: challengeKinds,
  tasks: challengeTasks,
  routes: linkPageRoutes,
}

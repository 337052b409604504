import type { Capability } from '#src/capability.ts'
import { vendors } from '#src/providers/index.ts'
import type { Vendor } from '#src/providers/vendor.ts'
import { checkHookRoutes } from './check-routes.ts'
import { followTask } from './follow.ts'
import { hookRoutes } from './routes.ts'

export const callbacksOf = (reporting: readonly Vendor[]): Capability => ({
  name: 'callbacks',
  tasks: (deps) => [followTask(deps)],
  routes: (deps) => [
    ...hookRoutes({ ...deps, accounts: deps.messaging.accounts, vendors: reporting }),
    ...checkHookRoutes(deps),
  ],
})

export const callbacks = callbacksOf(vendors)

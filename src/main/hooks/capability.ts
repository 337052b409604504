import type { Capability } from '#src/main/capability.ts'
import { vendors } from '#src/vendors/index.ts'
import type { Vendor } from '#src/vendors/parts/vendor.ts'
import { checkHookRoutes } from '#src/screening/reports/check-routes.ts'
import { fetchTask } from '#src/messaging/inbound/fetch-answers.ts'
import { followTask } from '#src/messaging/inbound/follow.ts'
import { hookRoutes } from '#src/messaging/inbound/routes.ts'

export const callbacksOf = (reporting: readonly Vendor[]): Capability => ({
  name: 'callbacks',
  tasks: (deps) => [followTask(deps), fetchTask(deps)],
  routes: (deps) => [
    ...hookRoutes({ ...deps, accounts: deps.messaging.accounts, vendors: reporting }),
    ...checkHookRoutes(deps),
  ],
})

export const callbacks = callbacksOf(vendors)

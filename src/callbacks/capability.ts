import type { Capability } from '#src/capability.ts'
import { vendors } from '#src/providers/index.ts'
import type { Vendor } from '#src/providers/vendor.ts'
import { hookRoutes } from './routes.ts'

export const callbacksOf = (reporting: readonly Vendor[]): Capability => ({
  name: 'callbacks',
  routes: (deps) => hookRoutes({ ...deps, accounts: deps.messaging.accounts, vendors: reporting }),
})

export const callbacks = callbacksOf(vendors)

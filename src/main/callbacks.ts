import type { Capability } from '#src/main/capability.ts'
import { vendors } from '#src/vendors/index.ts'
import type { Vendor } from '#src/vendors/parts/vendor.ts'
import { checkHookRoutes } from '#src/screening/reports/check-routes.ts'
import { fetchTask } from '#src/messaging/inbound/fetch-answers.ts'
import { followTask } from '#src/messaging/inbound/follow.ts'
import { hookRoutes } from '#src/messaging/inbound/routes.ts'
import type { EventHandler } from '#src/journey/inbox/callback.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { messageEvents } from '#src/messaging/inbound/ingest.ts'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import { checkEvents } from '#src/screening/reports/check-reports.ts'

export const callbacksOf = (reporting: readonly Vendor[]): Capability => ({
  name: 'callbacks',
  tasks: (deps) => [followTask(deps), fetchTask(deps)],
  routes: (deps) => [
    ...hookRoutes({ ...deps, accounts: deps.messaging.accounts, vendors: reporting }),
    ...checkHookRoutes(deps),
  ],
})

export const callbacks = callbacksOf(vendors)

/** The handlers of vendors’ events. */
export const eventHandlers = (deps: MessagingDeps & ScreeningDeps): readonly EventHandler[] => [
  messageEvents(deps),
  checkEvents(deps),
]

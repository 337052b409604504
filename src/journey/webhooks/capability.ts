import type { Capability } from '#src/main/capability.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { webhookPageRoutes } from './page-routes.ts'
import { webhookRoutes } from './routes.ts'

export const webhooks: Capability = {
  name: 'webhooks',
  routes: (deps) => [...webhookRoutes(deps), ...deliveryRoutes(deps), ...webhookPageRoutes()],
}

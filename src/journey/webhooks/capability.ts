import type { Capability } from '#src/journey/capabilities/capability.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { type WebhookDeps, webhookRoutes } from './routes.ts'

export const webhooks: Capability<WebhookDeps> = {
  name: 'webhooks',
  routes: (deps) => [...webhookRoutes(deps), ...deliveryRoutes(deps)],
}

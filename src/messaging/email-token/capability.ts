import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { emailTokenModule } from './module.ts'
import { emailTokenRoutes } from './routes.ts'

export const emailToken: Capability<MessagingDeps> = {
  name: 'email-token',
  routes: emailTokenRoutes,
  module: emailTokenModule,
}

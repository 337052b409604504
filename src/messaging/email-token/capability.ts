import type { Capability } from '#src/main/capability.ts'
import { emailTokenModule } from './module.ts'
import { emailTokenRoutes } from './routes.ts'

export const emailToken: Capability = {
  name: 'email-token',
  routes: emailTokenRoutes,
  module: emailTokenModule,
}

import type { Capability } from '#src/capability.ts'
import { emailTokenFacts } from './facts.ts'
import { emailTokenModule } from './module.ts'
import { emailTokenRoutes } from './routes.ts'

export const emailToken: Capability = {
  name: 'email-token',
  routes: emailTokenRoutes,
  facts: emailTokenFacts,
  module: emailTokenModule,
}

import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { phoneConfirmationModule } from './module.ts'
import { questionRoutes } from './routes.ts'

/** By SMS and by WhatsApp: the person answers with a reply. */
export const questions: Capability<MessagingDeps> = {
  name: 'questions',
  routes: questionRoutes,
  module: phoneConfirmationModule,
}

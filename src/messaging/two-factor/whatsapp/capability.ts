import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { whatsapp2faRoutes } from './routes.ts'

export const whatsapp2fa: Capability<MessagingDeps> = {
  name: 'whatsapp-2fa',
  routes: whatsapp2faRoutes,
}

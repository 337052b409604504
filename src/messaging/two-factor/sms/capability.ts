import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { sms2faRoutes } from './routes.ts'

export const sms2fa: Capability<MessagingDeps> = { name: 'sms-2fa', routes: sms2faRoutes }

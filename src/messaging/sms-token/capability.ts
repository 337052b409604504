import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { smsTokenRoutes } from './routes.ts'

export const smsToken: Capability<MessagingDeps> = { name: 'sms-token', routes: smsTokenRoutes }

import type { Capability } from '#src/main/capability.ts'
import { smsTokenRoutes } from './routes.ts'

export const smsToken: Capability = { name: 'sms-token', routes: smsTokenRoutes }

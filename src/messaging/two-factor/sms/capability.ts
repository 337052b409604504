import type { Capability } from '#src/main/capability.ts'
import { sms2faRoutes } from './routes.ts'

export const sms2fa: Capability = { name: 'sms-2fa', routes: sms2faRoutes }

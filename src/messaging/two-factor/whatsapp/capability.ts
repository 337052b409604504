import type { Capability } from '#src/main/capability.ts'
import { whatsapp2faRoutes } from './routes.ts'

export const whatsapp2fa: Capability = { name: 'whatsapp-2fa', routes: whatsapp2faRoutes }

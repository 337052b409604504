import type { Capability } from '#src/main/capability.ts'
import { auditRoutes } from './routes.ts'

export const audit: Capability = { name: 'audit', routes: auditRoutes }

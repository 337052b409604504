import type { Capability } from '#src/main/capability.ts'
import { tenantRoutes } from './routes.ts'

export const tenantRegistry: Capability = { name: 'tenants', routes: tenantRoutes }

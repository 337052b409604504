import { tenantRoutes } from './routes.ts'

export const tenantRegistry = { name: 'tenants', routes: tenantRoutes }

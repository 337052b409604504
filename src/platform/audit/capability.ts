import { auditRoutes } from './routes.ts'

export const audit = { name: 'audit', routes: auditRoutes }

import type { Capability } from '#src/main/capability.ts'
import { apiKeyRoutes } from './routes.ts'

export const apiKeys: Capability = { name: 'api-keys', routes: apiKeyRoutes }

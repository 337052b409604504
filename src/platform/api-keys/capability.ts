import { apiKeyRoutes } from './routes.ts'

export const apiKeys = { name: 'api-keys', routes: apiKeyRoutes }

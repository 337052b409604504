import type { Capability } from '#src/main/capability.ts'
import { searchRoutes } from './routes.ts'

export const transactionSearch: Capability = { name: 'transaction-search', routes: searchRoutes }

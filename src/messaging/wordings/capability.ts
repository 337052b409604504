import type { Capability } from '#src/main/capability.ts'
import { wordingRoutes } from './routes.ts'

export const wordings: Capability = { name: 'wordings', routes: wordingRoutes }

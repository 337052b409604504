import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { wordingRoutes } from './routes.ts'

export const wordings: Capability<MessagingDeps> = { name: 'wordings', routes: wordingRoutes }

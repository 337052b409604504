import type { Capability } from '#src/main/capability.ts'
import { suppressionRoutes } from './routes.ts'

/** The numbers that get nothing. */
export const phones: Capability = { name: 'phones', routes: suppressionRoutes }

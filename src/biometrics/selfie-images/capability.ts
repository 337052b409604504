import type { Capability } from '#src/main/capability.ts'
import { selfieImageRoutes } from './routes.ts'

export const selfieImages: Capability = { name: 'selfie-images', routes: selfieImageRoutes }

import type { Capability } from '#src/main/capability.ts'
import { ratingModule } from './module.ts'

export const rating: Capability = { name: 'rating', module: ratingModule }

import type { Capability } from '#src/main/capability.ts'
import { scoreModule } from './module.ts'

export const score: Capability = { name: 'score', module: scoreModule }

// The modules that a pack can hold: one line each.
import { scoreModule } from '#src/modules/score/module.ts'

export const catalogue = [scoreModule] as const

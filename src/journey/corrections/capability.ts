import type { Capability, OnCorrected, Retaken } from '#src/journey/capabilities/capability.ts'
import { corrected } from './kinds.ts'
import { type CorrectionDeps, correctionRoutes } from './routes.ts'
import { forgetCorrections } from './store.ts'

export const corrections: Capability<CorrectionDeps> = {
  name: 'corrections',
  kinds: [corrected],
  routes: correctionRoutes,
  erased: forgetCorrections,
}

/** One after the other; what they take back is joined. */
export const onCorrected =
  (parts: readonly OnCorrected[]): OnCorrected =>
  async (correction) => {
    const all: Retaken[] = []
    for (const part of parts) all.push(await part(correction))
    return {
      anew: all.flatMap(({ anew = [] }) => anew),
      again: all.flatMap(({ again = [] }) => again),
    }
  }

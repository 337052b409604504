// The module completes when a score was requested; its section lists all scores, newest first.
import {
  endedAfter,
  type Examination,
  hasDone,
  listExaminations,
} from '#src/biometrics/examinations/store.ts'
import { defineModule, waitsFor } from '#src/journey/capabilities/module.ts'
import { BiometricsScoreResult } from './schema.ts'

/** The name of the module in packs. */
export const biometricsScore = { key: 'biometricsScore' } as const

export const biometricsScoreModule = defineModule(
  biometricsScore,
  BiometricsScoreResult,
  async (db, { sealer, transaction, moduleStatus, since }) => {
    const all = await listExaminations({ db, sealer }, transaction, ['biometrics-score'])
    return {
      moduleStatus,
      results: all.filter(endedAfter(since)).flatMap((one) => toResult(one) ?? []),
    }
  },
  {
    runs: waitsFor(({ tx, locked, ...counted }) =>
      hasDone(tx, locked.id, 'biometrics-score', counted),
    ),
    seen: { score: 'double', status: 'string' },
  },
)

/** Why there is no score: one of the two pictures has no face to compare. */
const reasonOf = { 'no-face': 'unreadable', 'no-portrait': 'not-a-document' } as const

function toResult(one: Examination<'biometrics-score'>): BiometricsScoreResult | undefined {
  const date = one.takenAt.toISOString()
  if (one.status === 'failed') return { date, status: 'Failed' }
  if (!one.result) return undefined
  const { score, reason } = one.result
  return reason
    ? { date, status: 'Unreadable', reasons: [reasonOf[reason]] }
    : { score, date, status: 'Done' }
}

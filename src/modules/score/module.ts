import { defineModule } from '#src/packs/answer.ts'
import { score } from './rules.ts'
import { ScoreResult } from './schema.ts'
import { listScores } from './store.ts'

export const scoreModule = defineModule(
  score,
  ScoreResult,
  async (db, { runId, moduleStatus }) => ({ moduleStatus, results: await listScores(db, runId) }),
  { value: 'double' },
)

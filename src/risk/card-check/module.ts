// The card check in a pack: derived and scored once per run, when its look-ups have ended. Without a card it has no
// result. In the sandbox magic values simulate the look-ups.
import { z } from 'zod'
import { insightsOf } from '#src/risk/insights/catalogue/catalogue.ts'
import { insightRuns, readRunInsights } from '#src/risk/insights/run.ts'
import { cardOf, defineModule } from '#src/journey/capabilities/module.ts'
import type { Score } from '#src/risk/scorecards/score.ts'
import { ScoreReason } from '#src/risk/scorecards/schema.ts'
import { cardCheck, hasCard, isAboutCards, cardScoring } from './scoring.ts'
import { CardCheck } from './schema.ts'

const CardCheckResult = CardCheck.extend({
  createdAt: z.iso.datetime(),
  reasons: z.array(ScoreReason),
}).meta({ id: 'CardCheckResult', description: 'A card check of a run of a pack.' })

export const cardCheckModule = defineModule(
  cardCheck,
  CardCheckResult,
  async (db, { sealer, transaction, runId, step, moduleStatus }) => {
    const asked = { transaction, runId, step }
    const found = await readRunInsights<Score | null>(db, sealer, asked)
    if (!found?.score) return { moduleStatus, results: [] }
    const { codes, score, derivedAt } = found
    const result = {
      insights: insightsOf(codes).filter(isAboutCards),
      score: score.value,
      createdAt: derivedAt.toISOString(),
      reasons: score.reasons,
      partly: score.partly,
      ...(score.missing && { missing: score.missing }),
    }
    return { moduleStatus, results: [result] }
  },
  {
    isScored: true,
    runs: insightRuns({
      module: cardCheck.key,
      applies: hasCard,
      scoring: ({ tx, facts, locked, ...counted }) =>
        cardScoring(tx, facts.variables, locked, cardOf(counted)),
    }),
    seen: { score: 'double', partly: 'bool' },
  },
)

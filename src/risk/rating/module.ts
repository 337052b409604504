// The module `rating`: ratings computed from facts, one for each group of insights that has any.
import { z } from 'zod'
import { gatherKnown } from '#src/risk/insights/take.ts'
import { append } from '#src/journey/journal/append.ts'
import { computes, defineModule, type ModuleCall } from '#src/journey/modules/module.ts'
import { evaluateShadow } from '#src/risk/scorecards/shadow.ts'
import { findScorecard } from '#src/risk/scorecards/published.ts'
import type { Score } from '#src/risk/scorecards/compile.ts'
import { scoreComputed } from '#src/risk/scorecards/kinds.ts'
import { scoreFields } from '#src/risk/scorecards/schema.ts'
import { readScore, saveScore } from '#src/risk/scorecards/store.ts'
import { ratedSubjects } from './subjects.ts'

/** How a pack names this module. */
const rating = { key: 'rating' } as const

const RatingResult = z
  .object({
    ...scoreFields,
    relatedTo: z.array(z.string()).meta({ description: 'The group of insights that it rates.' }),
  })
  .meta({
    id: 'RatingResult',
    description: 'How what is known of one part of the transaction speaks for it.',
    example: {
      value: 75,
      reason: 'Celular brasileiro com formato válido',
      createdAt: '2026-11-20T14:03:27.123Z',
      reasons: [
        { code: 'PH001', points: 15, description: 'Celular brasileiro com formato válido' },
      ],
      band: 'alto',
      scorecard: 'rating@1',
      relatedTo: ['Phone'],
    },
  })

type Rated = Score & { readonly relatedTo: string[] }

export const ratingModule = defineModule(
  rating,
  RatingResult,
  async (db, { sealer, transaction, runId, moduleStatus }) => {
    const found = await readScore<Rated[]>(db, sealer, transaction, { runId, module: 'rating' })
    const createdAt = found?.createdAt.toISOString() ?? ''
    const results = (found?.content ?? []).map((one) => ({
      ...one,
      createdAt,
      scorecard: found?.scorecard ?? '',
    }))
    return { moduleStatus, results }
  },
  {
    runs: computes(computeRatings),
    seen: { value: 'double', relatedTo: { list: 'string' } },
    isScored: true,
  },
)

async function computeRatings({
  tx,
  locked,
  runId,
  sealer,
  facts,
  scorecard: named = 'rating',
}: ModuleCall): Promise<void> {
  const scorecard = await findScorecard(tx, facts.variables, locked, named)
  const known = await gatherKnown(facts, { db: tx, sealer, transaction: locked })
  const scores = ratedSubjects(known).map((subject) => ({
    subject,
    score: scorecard.rate(known, subject),
  }))
  const rated = scores.map(({ subject, score }) => ({ ...score, relatedTo: [subject] }))
  const { shadow } = scorecard
  if (shadow) {
    const [name = ''] = named.split('@')
    const beside = { runId, name, shadow, scores, gather: async () => known }
    await evaluateShadow({ tx, locked }, facts.variables, beside)
  }
  await saveScore(
    { tx, sealer, locked },
    { runId, module: 'rating', scorecard: scorecard.title },
    rated,
  )
  const applied = rated.reduce((total, { reasons }) => total + reasons.length, 0)
  append(locked, {
    kind: scoreComputed,
    module: rating.key,
    ref: runId,
    code: String(applied),
    reason: scorecard.title,
  })
}

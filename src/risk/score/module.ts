// The module `score`: a score computed from facts, once per run.
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { gatherFacts } from '#src/risk/insights/take.ts'
import { append } from '#src/journey/journal/append.ts'
import {
  cardOf,
  computes,
  defineModule,
  type ModuleCall,
} from '#src/journey/capabilities/module.ts'
import { evaluateShadow } from '#src/risk/scorecards/shadow.ts'
import { findScorecard } from '#src/risk/scorecards/published-scorecards.ts'
import type { Score } from '#src/risk/scorecards/score.ts'
import { scoreComputed } from '#src/risk/scorecards/score-reasons.ts'
import { readScore, saveScore } from '#src/risk/scorecards/store.ts'
import { z } from 'zod'
import type { Capability } from '#src/journey/capabilities/capability.ts'
import { scoreFields } from '#src/risk/scorecards/schema.ts'

export const ScoreResult = z.object(scoreFields).meta({
  id: 'ScoreResult',
  description: 'A score of what is known of the transaction, with what it was made from.',
  example: {
    value: 80,
    reason: 'E-mail confirmado por token; Dígitos verificadores do documento corretos',
    createdAt: '2026-11-20T14:03:27.123Z',
    reasons: [
      {
        code: 'document-check-digits-hold',
        points: 10,
        description: 'Dígitos verificadores do documento corretos',
      },
      { code: 'email-verified-by-token', points: 25, description: 'E-mail confirmado por token' },
    ],
    band: 'baixo risco',
    scorecard: 'identity@1',
    partly: false,
  },
})

/** The name of the module in packs. */
export const score = { key: 'score' } as const

const scoreModule = defineModule(
  score,
  ScoreResult,
  async (db, { sealer, transaction, runId, step, moduleStatus }) => {
    const found = await readScore<Score | null>(db, sealer, transaction, { runId, step })
    if (!found?.content) return { moduleStatus, results: [] }
    const { content, scorecard, createdAt } = found
    return {
      moduleStatus,
      results: [{ ...content, createdAt: createdAt.toISOString(), scorecard }],
    }
  },
  {
    runs: computes(computeScore),
    seen: { value: 'double', band: 'string', partly: 'bool' },
    isScored: true,
    async recompute({ db, variables, transaction, facts, scorecard = ownCard }) {
      const found = await findScorecard(db, variables, transaction, scorecard)
      // Safe because only facts of the vocabulary were stored.
      const computed = found.evaluate(facts as KnownFacts)
      return { moduleStatus: 'completed', results: computed ? [computed] : [] }
    },
  },
)

export const scoreCapability: Capability = { name: 'score', module: scoreModule }

const ownCard = 'identity'

async function computeScore({
  tx,
  locked,
  runId,
  sealer,
  facts,
  step,
  ...counted
}: ModuleCall): Promise<void> {
  const named = cardOf(counted) ?? ownCard
  const scorecard = await findScorecard(tx, facts.variables, locked, named)
  const gather = (groups: ReadonlySet<string> | undefined) =>
    gatherFacts(facts, { db: tx, sealer, transaction: locked }, groups)
  const computed = scorecard.evaluate(await gather(scorecard.groups))
  const { shadow } = scorecard
  if (shadow && computed) {
    const [name = ''] = named.split('@')
    const beside = { runId, name, shadow, scores: [{ score: computed }], gather }
    await evaluateShadow({ tx, locked }, facts.variables, beside)
  }
  await saveScore(
    { tx, sealer, locked },
    { runId, step, module: 'score', scorecard: scorecard.title },
    computed ?? null,
  )
  append(locked, {
    kind: scoreComputed,
    module: score.key,
    ref: runId,
    code: computed ? String(computed.reasons.length) : 'none',
    reason: scorecard.title,
  })
}

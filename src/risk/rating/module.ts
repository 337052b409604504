// The module `rating`: ratings computed from facts, one for each group of insights that has facts.
import { z } from 'zod'
import type { Capability } from '#src/journey/capabilities/capability.ts'
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
import { scoreFields } from '#src/risk/scorecards/schema.ts'
import { readScore, saveScore } from '#src/risk/scorecards/store.ts'
import type { FactGroups } from '#src/risk/insights/catalogue/entry.ts'
import { withEveryGroup } from '#src/risk/insights/catalogue/catalogue.ts'
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'

/** The name of the module in packs. */
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
      partly: false,
      relatedTo: ['Phone'],
    },
  })

type Rated = Score & { readonly relatedTo: string[] }

/** Whether each group of insights has facts, so that it is rated. */
const hasFacts: Readonly<Record<string, (facts: FactGroups) => boolean>> = {
  Document: () => true,
  Name: ({ name }) => name.terms !== undefined,
  BirthDate: ({ age }) => age.known === true,
  Email: ({ email }) => email.present === true,
  Phone: ({ phones }) => (phones.count ?? 0) > 0,
  ZipCode: ({ address }) => address.present === true,
  Card: ({ card }) => card.present === true,
  Vehicle: ({ vehicle }) => vehicle.present === true,
  Company: ({ document }) => document.type === 'cnpj',
  Device: ({ device }) => device.known === true,
  Biometrics: ({ liveness, faceMatch }) => liveness.done === true || faceMatch.done === true,
}

const ratingModule = defineModule(
  rating,
  RatingResult,
  async (db, { sealer, transaction, runId, step, moduleStatus }) => {
    const found = await readScore<Rated[]>(db, sealer, transaction, { runId, step })
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
    seen: { value: 'double', relatedTo: { list: { oneOf: Object.keys(hasFacts) } } },
    isScored: true,
  },
)

export const ratingCapability: Capability = { name: 'rating', module: ratingModule }

async function computeRatings({
  tx,
  locked,
  runId,
  sealer,
  facts,
  step,
  ...counted
}: ModuleCall): Promise<void> {
  const named = cardOf(counted) ?? 'rating'
  const scorecard = await findScorecard(tx, facts.variables, locked, named)
  const known = await gatherFacts(facts, { db: tx, sealer, transaction: locked })
  const scores = ratedSubjects(known).flatMap((subject) => {
    const score = scorecard.rate(known, subject)
    return score ? [{ subject, score }] : []
  })
  const rated = scores.map(({ subject, score }) => ({ ...score, relatedTo: [subject] }))
  const { shadow } = scorecard
  if (shadow) {
    const [name = ''] = named.split('@')
    const beside = { runId, name, shadow, scores, gather: async () => known }
    await evaluateShadow({ tx, locked }, facts.variables, beside)
  }
  await saveScore(
    { tx, sealer, locked },
    { runId, step, module: 'rating', scorecard: scorecard.title },
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

/** The subjects that are rated, in the order in which they are shown. */
function ratedSubjects(facts: KnownFacts): string[] {
  const asked = withEveryGroup(facts)
  return Object.keys(hasFacts).filter((subject) => hasFacts[subject]?.(asked))
}

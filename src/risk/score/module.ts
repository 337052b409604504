// The modules `score` and `rating`, which are computed from facts once for each run: one score of all facts, and one for each
// group of insights that has any.
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { withEveryGroup } from '#src/risk/insights/catalogue/catalogue.ts'
import type { FactGroups } from '#src/risk/insights/catalogue/entry.ts'
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

/** How packs name them. */
export const score = { key: 'score' } as const
const rating = { key: 'rating' } as const

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

async function computeScore(call: ModuleCall): Promise<void> {
  const { tx, locked, runId, sealer, facts } = call
  const named = cardOf(call) ?? ownCard
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
  const code = computed ? String(computed.reasons.length) : 'none'
  await keep(call, score, { scorecard: scorecard.title, content: computed ?? null, code })
}

type Computed = {
  readonly scorecard: string
  readonly content: Score | readonly Rated[] | null
  /** How many reasons it has. */
  readonly code: string
}

async function keep(
  { tx, locked, runId, sealer, step }: ModuleCall,
  { key }: typeof score | typeof rating,
  { scorecard, content, code }: Computed,
): Promise<void> {
  await saveScore({ tx, sealer, locked }, { runId, step, module: key, scorecard }, content)
  append(locked, { kind: scoreComputed, module: key, ref: runId, code, reason: scorecard })
}

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

async function computeRatings(call: ModuleCall): Promise<void> {
  const { tx, locked, runId, sealer, facts } = call
  const named = cardOf(call) ?? 'rating'
  const scorecard = await findScorecard(tx, facts.variables, locked, named)
  const known = await gatherFacts(facts, { db: tx, sealer, transaction: locked })
  const scores = ratedSubjects(known).flatMap((subject) => {
    const found = scorecard.rate(known, subject)
    return found ? [{ subject, score: found }] : []
  })
  const { shadow } = scorecard
  if (shadow) {
    const [name = ''] = named.split('@')
    const beside = { runId, name, shadow, scores, gather: async () => known }
    await evaluateShadow({ tx, locked }, facts.variables, beside)
  }
  const content = scores.map((one) => ({ ...one.score, relatedTo: [one.subject] }))
  const code = String(content.reduce((total, { reasons }) => total + reasons.length, 0))
  await keep(call, rating, { scorecard: scorecard.title, content, code })
}

/** The subjects that are rated, in the order in which they are shown. */
function ratedSubjects(facts: KnownFacts): string[] {
  const asked = withEveryGroup(facts)
  return Object.keys(hasFacts).filter((subject) => hasFacts[subject]?.(asked))
}

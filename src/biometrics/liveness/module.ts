// The module completes with a liveness result; its section shows each result, with the comparison of its selfie.
import { toLivenessAnswer } from '#src/biometrics/examinations/answers.ts'
import { live, suggestions } from '#src/biometrics/examinations/rules.ts'
import { FacialBiometricsResult } from '#src/biometrics/examinations/schema.ts'
import { type Examination, hasDone, listExaminations } from '#src/biometrics/examinations/store.ts'
import type { RedocResult } from '#src/biometrics/examinations/examination.ts'
import type { Comparison } from '#src/biometrics/engines/rules.ts'
import type { Insight } from '#src/journey/facts/schema.ts'
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { countsFor, hasLivenessEnded, triesOf } from '#src/biometrics/examinations/counted.ts'
import { z } from 'zod'
import { defineModule, type ModuleCall, waitsFor } from '#src/journey/capabilities/module.ts'

/** Packs name this module by its key. */
export const facialBiometrics = { key: 'facialBiometrics' } as const

/** Derives insights from facts; passed in, because the area for it is built on this one. */
export type DeriveInsights = (facts: KnownFacts) => Insight[]

export const livenessModule = (derive: DeriveInsights) =>
  defineModule(
    facialBiometrics,
    FacialBiometricsResult,
    async (db, { sealer, transaction, moduleStatus, ...counted }) => {
      const all = await listExaminations({ db, sealer }, transaction, kinds)
      const counting = all.filter(countsFor(counted))
      return { moduleStatus, results: counting.flatMap((one) => toResult(one, all, derive) ?? []) }
    },
    {
      options: Options,
      runs: waitsFor(isThere),
      seen: { livenessStatus: 'double', securityCheck: 'double' },
    },
  )

const Options = z.strictObject({
  challenge: z.enum(['turn', 'approach', 'either']).exactOptional().meta({
    description: 'Only one that was made so counts: by turning the head, or by coming nearer.',
  }),
  tries: z.int().min(1).max(10).exactOptional().meta({
    description:
      'So many unreadable or inconclusive ones end the step, and a second suspected spoof; before that it is asked again. 1 without it.',
  }),
})

async function isThere({ tx, locked, sealer, ...counted }: ModuleCall): Promise<boolean> {
  if (!(await hasDone(tx, locked.id, 'liveness', counted))) return false
  if (!counted.options) return true
  const all = await listExaminations({ db: tx, sealer }, locked, ['liveness'])
  const statuses = all
    .filter(countsFor(counted))
    .flatMap(({ result }) => result?.livenessStatus ?? [])
  return statuses.length > 0 && hasLivenessEnded(statuses, triesOf(counted))
}

const kinds = ['liveness', 'redoc', 'biometrics-score'] as const
type Any = Examination<(typeof kinds)[number]>

function toResult(
  one: Any,
  all: readonly Any[],
  derive: DeriveInsights,
): FacialBiometricsResult | undefined {
  const answer = is(one, 'liveness') ? toLivenessAnswer(one) : undefined
  if (!answer) return undefined
  // The worst of several comparisons counts.
  const compared = all
    .filter((other) => comparisonOf(other)?.selfieOf === one.id)
    .toSorted((a, b) => (comparisonOf(a)?.score ?? 0) - (comparisonOf(b)?.score ?? 0))[0]
  const comparison = compared && comparisonOf(compared)
  if (!compared || !comparison) return answer
  const document = all.find(({ id }) => id === comparison.documentOf)
  const insightsDocument =
    document && is(document, 'redoc') && document.result ? insightsOf(derive, document.result) : []
  const { score: rank, verdict } = comparison
  // A matching face does not show that the person was present.
  const isSeen = answer.livenessStatus === live || verdict !== 'match'
  const suggestion = suggestions[isSeen ? verdict : 'review']
  return {
    ...answer,
    biometrics: {
      date: (compared.endedAt ?? compared.takenAt).toISOString(),
      result: { rank, suggestion, insightsDocument },
    },
  }
}

/** The insights from the reading of this document alone, without other data of the transaction. */
const insightsOf = (
  derive: DeriveInsights,
  { alerts, result }: Pick<RedocResult, 'alerts' | 'result'>,
) => derive({ documentReading: { done: true, result, alerts } })

const comparisonOf = ({ result }: Any): Comparison | undefined => result?.comparison

/** Safe because the kind of an examination determines its types. */
const is = <K extends Any['kind']>(one: Any, kind: K): one is Examination<K> & Any =>
  one.kind === kind

// The module completes with a liveness result; its section shows each result, with the comparison of its selfie.
import { toLivenessAnswer } from '#src/biometrics/examinations/answers.ts'
import { live, suggestions } from '#src/biometrics/examinations/rules.ts'
import { FacialBiometricsResult } from '#src/biometrics/examinations/schema.ts'
import {
  endedAfter,
  type Examination,
  hasDone,
  listExaminations,
} from '#src/biometrics/examinations/store.ts'
import type { RedocResult } from '#src/biometrics/examinations/examination.ts'
import type { Comparison } from '#src/biometrics/verdicts/documents.ts'
import type { Insight } from '#src/journey/facts/schema.ts'
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { defineModule, waitsFor } from '#src/journey/capabilities/module.ts'

/** How a pack names this module. */
export const facialBiometrics = { key: 'facialBiometrics' } as const

/** What follows from facts, as the area above derives it. */
export type DeriveInsights = (facts: KnownFacts) => Insight[]

export const livenessModule = (derive: DeriveInsights) =>
  defineModule(
    facialBiometrics,
    FacialBiometricsResult,
    async (db, { sealer, transaction, moduleStatus, since }) => {
      const all = await listExaminations({ db, sealer }, transaction, kinds)
      return {
        moduleStatus,
        results: all.filter(endedAfter(since)).flatMap((one) => toResult(one, all, derive) ?? []),
      }
    },
    {
      runs: waitsFor(({ tx, locked, since }) => hasDone(tx, locked.id, 'liveness', since)),
      seen: { livenessStatus: 'double', securityCheck: 'double' },
    },
  )

const kinds = ['liveness', 'redoc', 'biometrics-score'] as const
type Any = Examination<(typeof kinds)[number]>

function toResult(
  one: Any,
  all: readonly Any[],
  derive: DeriveInsights,
): FacialBiometricsResult | undefined {
  const answer = is(one, 'liveness') ? toLivenessAnswer(one) : undefined
  if (!answer) return undefined
  // The worst of several counts.
  const compared = all
    .filter((other) => comparisonOf(other)?.selfieOf === one.id)
    .toSorted((a, b) => (comparisonOf(a)?.score ?? 0) - (comparisonOf(b)?.score ?? 0))[0]
  const comparison = compared && comparisonOf(compared)
  if (!compared || !comparison) return answer
  const document = all.find(({ id }) => id === comparison.documentOf)
  const insightsDocument =
    document && is(document, 'redoc') && document.result ? insightsOf(derive, document.result) : []
  const { score: rank, verdict } = comparison
  // A face that matches says nothing of whether anybody was there.
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

/** Those of the recognition alone, whatever else is known. */
const insightsOf = (
  derive: DeriveInsights,
  { alerts, result }: Pick<RedocResult, 'alerts' | 'result'>,
) => derive({ documentReading: { done: true, result, alerts } })

const comparisonOf = ({ result }: Any): Comparison | undefined => result?.comparison

/** Safe because an examination's kind names what it holds. */
const is = <K extends Any['kind']>(one: Any, kind: K): one is Examination<K> & Any =>
  one.kind === kind

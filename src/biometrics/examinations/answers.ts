// Examinations as the wire shows them.
import type { LivenessResult, RedocResult } from './schema.ts'
import { digitsOf } from '#src/biometrics/verdicts/documents.ts'
import { reasonsOf } from '#src/biometrics/verdicts/reasons.ts'
import type { Examination } from './store.ts'

/** Undefined as long as there is no result. */
export function toLivenessAnswer({
  id,
  takenAt,
  input,
  result,
}: Examination<'liveness'>): LivenessResult | undefined {
  if (!result) return undefined
  const { livenessStatus, securityCheck, seen, farthest, comparison } = result
  const { reasons, samePictures = [] } = result
  return {
    createdAt: takenAt.toISOString(),
    livenessStatus,
    securityCheck,
    device: input.device,
    id,
    reasons: [...reasons],
    findings: samePictures.map(({ recognitionId: livenessId, ...one }) => ({ ...one, livenessId })),
    analysis: {
      images: [...seen],
      ...(farthest !== undefined && { farthest }),
      ...(comparison && {
        comparison: { score: comparison.score, verdict: comparison.verdict },
      }),
    },
  }
}

export function toRedocAnswer({ id, result }: Examination<'redoc'>): RedocResult | undefined {
  if (!result) return undefined
  const { reading, rank, comparison, alerts, withSide, samePictures = [] } = result
  const { assurance = 'picture-only' } = result
  return {
    id,
    cpf: digitsOf(reading.fields.numeroCPF),
    rank,
    result: result.result,
    ocrData: { ...reading.fields },
    alerts: [...alerts],
    additionalInformation: [
      `side:${reading.side}`,
      `confidence:${Math.round(reading.confidence)}`,
      ...(reading.expiresOn === undefined ? [] : [`expires-on:${reading.expiresOn}`]),
      ...(comparison
        ? [`portrait-score:${comparison.score}`, `portrait-verdict:${comparison.verdict}`]
        : []),
      ...(withSide === undefined ? [] : [`with-side:${withSide}`]),
    ],
    assurance,
    reasons: reasonsOf(alerts),
    findings: samePictures.map((one) => ({ ...one })),
    documentType: reading.documentType,
  }
}

// Converts examinations to their form in the API.
import type { LivenessResult, RedocResult } from './schema.ts'
import { nameEngine } from '#src/biometrics/engines/rules.ts'
import { digitsOf } from '#src/biometrics/verdicts/documents.ts'
import { reasonsOf } from '#src/biometrics/verdicts/reasons.ts'
import type { SignatureVerdict } from '#src/biometrics/signed-files/rules.ts'
import { assuranceOf, describeOfficial, describeProof } from './proof.ts'
import type { Examination } from './store.ts'

/** Undefined while there is no result. */
export function toLivenessAnswer({
  id,
  takenAt,
  input,
  result,
}: Examination<'liveness'>): LivenessResult | undefined {
  if (!result) return undefined
  const { livenessStatus, securityCheck, seen, farthest, comparison } = result
  const { reasons, samePictures = [], engine, attack } = result
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
      ...(engine && { engine: nameEngine(engine) }),
      ...(attack && { attack }),
      ...(comparison && { comparison: { score: comparison.score, verdict: comparison.verdict } }),
    },
  }
}

export function toRedocAnswer({
  id,
  input,
  result,
}: Examination<'redoc'>): RedocResult | undefined {
  if (!result) return undefined
  const { reading, rank, comparison, alerts, withSide, samePictures = [] } = result
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
      ...(reading.engine ? [`engine:${nameEngine(reading.engine)}`] : []),
      ...(reading.attack ? [`attack:${reading.attack}`] : []),
      ...(input.file ? describeFile(input.file) : []),
      ...(result.official ? describeOfficial(result.official) : []),
    ],
    assurance: assuranceOf(result),
    reasons: reasonsOf(alerts),
    findings: samePictures.map((one) => ({ ...one })),
    documentType: reading.documentType,
  }
}

/** Who signed a file, when and by whose authority, because the verdict rests on it. */
const describeFile = (file: SignatureVerdict): string[] => [
  `file:${file.outcome}`,
  ...(file.outcome === 'signed' ? [] : [`file-reason:${file.reason}`]),
  ...describeProof(file),
]

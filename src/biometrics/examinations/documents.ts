// Judges a recognised document against the transaction's data and the person's selfie.
import type { DocumentReading } from '#src/biometrics/engines/port.ts'
import { comparePersonNames } from '#src/journey/names/persons.ts'
import type { Verdict } from '#src/journey/names/verdict.ts'
import { cpfCheckDigitsHold } from '#src/journey/transaction/rules.ts'
import type { Comparison } from './examination.ts'

export type DocumentResult = 'Aprovado' | 'Inconclusivo' | 'Reprovado'
export type DocumentAlert = (typeof documentAlerts)[number]

/** In the order of their weight: the sub-status of a document is the position here, from 1, of its first one. */
export const documentAlerts = [
  'CPF_MISMATCH',
  'PORTRAIT_MISMATCH',
  'DOCUMENT_EXPIRED',
  'UNKNOWN_DOCUMENT',
  'NAME_MISMATCH',
  'NO_PORTRAIT',
  'LOW_CONFIDENCE',
] as const

const refusing: readonly DocumentAlert[] = ['CPF_MISMATCH', 'PORTRAIT_MISMATCH', 'DOCUMENT_EXPIRED']
const approvedRank = 75
const confidenceMin = 60
const readShareMin = 0.5

/** What the transaction says of its person. */
export type Claimed = {
  readonly name?: string | undefined
  /** Eleven digits. */
  readonly cpf?: string | undefined
  /** `yyyy-MM-dd`. */
  readonly birthdate?: string | undefined
}

export type DocumentFinding = {
  readonly reading: DocumentReading
  readonly claimed: Claimed
  /** Whether a portrait was found; absent when nobody looked. */
  readonly hasPortrait: boolean
  /** A second look at the portrait found the same face. */
  readonly isConfirmed: boolean
  readonly comparison?: Comparison | undefined
  /** `yyyy-MM-dd`, by the transaction's clock. */
  readonly today: string
}

export function judgeDocument(finding: DocumentFinding): {
  rank: number
  result: DocumentResult
  alerts: DocumentAlert[]
} {
  const rank = rankOf(finding)
  const alerts = documentAlerts.filter((alert) => raised[alert](finding, rank))
  const isRefused = alerts.some((alert) => refusing.includes(alert))
  const isApproved = rank >= approvedRank && alerts.length === 0
  return {
    rank,
    result: isRefused ? 'Reprovado' : isApproved ? 'Aprovado' : 'Inconclusivo',
    alerts,
  }
}

const raised: Record<DocumentAlert, (finding: DocumentFinding, rank: number) => boolean> = {
  CPF_MISMATCH: ({ reading, claimed }) =>
    reading.isCpfLabelled && isSameCpf(reading, claimed) === false,
  PORTRAIT_MISMATCH: ({ comparison, isConfirmed }) =>
    comparison?.verdict === 'no-match' && isConfirmed,
  DOCUMENT_EXPIRED: ({ reading: { expiresOn }, today }) =>
    expiresOn !== undefined && expiresOn < today,
  UNKNOWN_DOCUMENT: ({ reading }) => reading.documentType === 'UNKNOWN',
  NAME_MISMATCH: ({ reading, claimed }) => compareName(reading, claimed.name) === 'other',
  // The back of a document shows nobody.
  NO_PORTRAIT: ({ reading, hasPortrait, comparison, isConfirmed }) =>
    reading.side !== 'back' &&
    (!hasPortrait || (comparison?.verdict === 'no-match' && !isConfirmed)),
  LOW_CONFIDENCE: ({ reading, claimed }, rank) =>
    rank < approvedRank ||
    reading.confidence < confidenceMin ||
    readShare(reading) < readShareMin ||
    isNameOpen(reading, claimed),
}

/** The weighted share of what can be compared; 0 when nothing can. */
function rankOf({ reading, claimed, comparison }: DocumentFinding): number {
  const cpf = digitsOf(reading.fields.numeroCPF)
  const parts: readonly (readonly [weight: number, share: number | undefined])[] = [
    [25, reading.fieldsExpected > 0 ? readShare(reading) : undefined],
    [10, cpf === '' ? undefined : Number(cpfCheckDigitsHold(cpf))],
    [25, toShare(isSameCpf(reading, claimed))],
    [15, shareOf[compareName(reading, claimed.name) ?? 'unknown']],
    [10, toShare(isSameBirthdate(reading, claimed.birthdate))],
    [15, comparison && comparison.score / 100],
  ]
  const known = parts.flatMap(([weight, share]) => (share === undefined ? [] : [{ weight, share }]))
  const total = known.reduce((sum, { weight }) => sum + weight, 0)
  const reached = known.reduce((sum, { weight, share }) => sum + weight * share, 0)
  return total === 0 ? 0 : Math.round((100 * reached) / total)
}

const shareOf = { same: 1, doubtful: 0.5, other: 0, unknown: undefined } as const

const toShare = (holds: boolean | undefined) => (holds === undefined ? undefined : Number(holds))

const readShare = ({ fields, fieldsExpected }: DocumentReading): number =>
  fieldsExpected === 0
    ? 0
    : Math.min(1, Object.values(fields).filter((one) => one !== '').length / fieldsExpected)

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** Undefined when either says nothing. */
function isSameCpf({ fields }: DocumentReading, { cpf }: Claimed): boolean | undefined {
  const read = digitsOf(fields.numeroCPF)
  if (cpf === undefined || read === '' || !cpfCheckDigitsHold(read)) return undefined
  return read === cpf
}

/** Undefined when either says nothing that is a name. */
export function compareName({ fields }: DocumentReading, name = ''): Verdict | undefined {
  const { verdict, reasons } = comparePersonNames(name, fields.nome)
  return reasons.includes('unreadable') ? undefined : verdict
}

/** A name that may be the holder's: the same number says that it is, and nothing else does. */
const isNameOpen = (reading: DocumentReading, claimed: Claimed): boolean =>
  compareName(reading, claimed.name) === 'doubtful' && isSameCpf(reading, claimed) !== true

export function isSameBirthdate(
  { fields }: DocumentReading,
  birthdate: string | undefined,
): boolean | undefined {
  if (!birthdate || fields.dataNascimento === '') return undefined
  return fields.dataNascimento.split('/').toReversed().join('-') === birthdate.slice(0, 10)
}

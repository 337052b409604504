// Judges a recognised document against the transaction's data and the person's selfie.
import { type Comparison, nothingRead } from '#src/biometrics/engines/rules.ts'
import type { DocumentReading, DocumentType } from '#src/biometrics/engines/port.ts'
import { type assurances, documentAlerts } from '#src/journey/facts/vocabulary/words.ts'
import { comparePersonNames } from '#src/journey/names/persons.ts'
import type { NameMatch } from '#src/journey/names/verdict.ts'
import { cpfCheckDigitsHold } from '#src/platform/check-digits.ts'
import { type ForeignClaim, isSameForeign } from './foreign-number.ts'
import {
  compareBirthdate,
  differingByCode,
  differingByMrz,
  licenceCheckDigitsHold,
} from './marks.ts'

export type DocumentResult = 'Aprovado' | 'Inconclusivo' | 'Reprovado'
/** What a verdict is based on; a picture alone proves no authenticity. */
export type Assurance = (typeof assurances)[number]
export type DocumentAlert = (typeof documentAlerts)[number]

/** How documents of a tenant are judged. */
export type DocumentPolicy = {
  /** The lowest rank with which a document may be `Aprovado`. */
  readonly rankMin: number
  readonly weights: Readonly<Record<RankPart, number>>
  /** The kinds that identify their holder even after they have expired. */
  readonly expiredIdentifies: readonly DocumentType[]
}

type RankPart = 'read' | 'checkDigits' | 'cpf' | 'name' | 'birthdate' | 'portrait'

/** The policy of tenants that have not set their own. */
export const ownPolicy: DocumentPolicy = {
  rankMin: 75,
  weights: { read: 25, checkDigits: 10, cpf: 25, name: 15, birthdate: 10, portrait: 15 },
  expiredIdentifies: ['CNH'],
}

const confidenceMin = 60
const readShareMin = 0.5

/** The transaction's data about its person. */
export type ClaimedPerson = {
  readonly name?: string | undefined
  /** The name by which the person is called; a document may show it instead of the other. */
  readonly socialName?: string | undefined
  /** Eleven digits. */
  readonly cpf?: string | undefined
  /** The document number of a person without a CPF. */
  readonly foreign?: ForeignClaim | undefined
  /** `yyyy-MM-dd`. */
  readonly birthdate?: string | undefined
  readonly mother?: string | undefined
}

export type DocumentFinding = {
  readonly reading: DocumentReading
  readonly claimed: ClaimedPerson
  /** Whether a portrait was found; absent if none was searched for. */
  readonly hasPortrait: boolean
  /** Whether a second examination of the portrait found the same face. */
  readonly isConfirmed: boolean
  readonly comparison?: Comparison | undefined
  /** The number of other large faces beside the portrait. */
  readonly others: number
  /** The sides of the judged document that were submitted. */
  readonly sides: {
    readonly hasFront: boolean
    readonly hasBack: boolean
    readonly differ: boolean
  }
  /** `yyyy-MM-dd` in the time zone of Rio Branco, by the transaction's clock. */
  readonly today: string
  readonly policy: DocumentPolicy
}

export function judgeDocument(finding: DocumentFinding): {
  rank: number
  result: DocumentResult
  alerts: DocumentAlert[]
} {
  const rank = rankOf(finding)
  const alerts = finding.reading.isUnread
    ? unreadAlerts
    : documentAlerts.filter((alert) => raised[alert](finding, rank))
  const isRefused = alerts.some((alert) => refuses[alert]?.(finding))
  const open = alerts.filter((alert) => !isBorne(alert, finding))
  const isApproved = rank >= finding.policy.rankMin && open.length === 0
  return {
    rank,
    result: isRefused ? 'Reprovado' : isApproved ? 'Aprovado' : 'Inconclusivo',
    alerts,
  }
}

/** The result for a file that its issuer did not sign unchanged: nothing in it is read, and it refuses nobody. */
export const unprovenFile = (outcome: 'altered' | 'unproven') => ({
  reading: nothingRead,
  rank: 0,
  result: 'Inconclusivo' as const,
  alerts: [outcome === 'altered' ? ('FILE_ALTERED' as const) : ('FILE_UNPROVEN' as const)],
})

/** A picture that could not be read may still show a document, so there is no alert against it. */
const unreadAlerts: DocumentAlert[] = ['LOW_CONFIDENCE']

/** The alerts that point to another person or to forgery, and so refuse. A single misread digit never does. */
const refuses: Partial<Record<DocumentAlert, (finding: DocumentFinding) => boolean>> = {
  CPF_MISMATCH: isOfAnother,
  NUMBER_MISMATCH: isOfAnother,
  PORTRAIT_MISMATCH: ({ reading, today }) => isPortraitOfAdult(reading.fields, today),
  // One misread letter cannot explain two differing fields.
  MRZ_MISMATCH: ({ reading }) => differingByMrz(reading).length > 1,
  CODE_MISMATCH: ({ reading }) => differingByCode(reading).length > 1,
}

function isOfAnother({ reading, claimed }: DocumentFinding): boolean {
  const isOtherName = compareClaimed(reading, claimed) === 'other'
  return isOtherName || compareBirthdate(reading, claimed.birthdate) === 'differs'
}

/** Whether the tenant's policy allows the alert: an expired driving licence still identifies its holder. */
const isBorne = (alert: DocumentAlert, { reading, policy }: DocumentFinding): boolean =>
  alert === 'DOCUMENT_EXPIRED' && policy.expiredIdentifies.includes(reading.documentType)

const adultYears = 18
const portraitYearsMax = 15

/** Whether the portrait was taken of an adult and not long ago; false if the dates were not read. */
export function isPortraitOfAdult(
  {
    dataNascimento,
    dataExpedicao,
  }: Pick<DocumentReading['fields'], 'dataNascimento' | 'dataExpedicao'>,
  today: string,
): boolean {
  const [born, issued] = [dataNascimento, dataExpedicao].map((day) =>
    day.split('/').toReversed().join('-'),
  )
  if (!born || !issued) return false
  return addYears(born, adultYears) <= issued && addYears(issued, portraitYearsMax) > today
}

const addYears = (day: string, years: number): string =>
  `${Number(day.slice(0, 4)) + years}${day.slice(4)}`

const raised: Record<DocumentAlert, (finding: DocumentFinding, rank: number) => boolean> = {
  CPF_MISMATCH: ({ reading, claimed }) =>
    reading.isCpfLabelled && isSameCpf(reading, claimed) === false,
  PORTRAIT_MISMATCH: ({ comparison, isConfirmed }) =>
    comparison?.verdict === 'no-match' && isConfirmed,
  DOCUMENT_EXPIRED: ({ reading: { expiresOn }, today }) =>
    expiresOn !== undefined && expiresOn < today,
  UNKNOWN_DOCUMENT: ({ reading }) => reading.documentType === 'UNKNOWN',
  NAME_MISMATCH: ({ reading, claimed }) => compareClaimed(reading, claimed) === 'other',
  // The back of a document has no portrait.
  NO_PORTRAIT: ({ reading, hasPortrait, comparison, isConfirmed }) =>
    reading.side !== 'back' &&
    (!hasPortrait || (comparison?.verdict === 'no-match' && !isConfirmed)),
  LOW_CONFIDENCE: ({ reading, claimed, policy, sides }, rank) =>
    rank < policy.rankMin ||
    reading.confidence < confidenceMin ||
    readShare(reading) < readShareMin ||
    (sides.hasFront && (isOpen(reading, claimed) || isValidityOpen(reading, policy))),
  NOT_A_CARD: ({ reading }) => reading.isPlain === true,
  OTHER_FACE: ({ others }) => others > 0,
  SIDES_DIFFER: ({ sides }) => sides.differ,
  SIDE_MISSING: ({ reading, sides }) =>
    reading.documentType !== 'UNKNOWN' &&
    (!sides.hasFront || (!sides.hasBack && !isWholeFront(reading))),
  CPF_UNREAD: ({ reading, claimed, sides }) =>
    sides.hasFront && printsCpf(reading) && !isCpfRead(reading, claimed),
  BIRTHDATE_MISMATCH: ({ reading, claimed }) =>
    isSameBirthdate(reading, claimed.birthdate) === false,
  MOTHER_MISMATCH: ({ reading, claimed }) => isSameMother(reading, claimed.mother) === false,
  MRZ_MISMATCH: ({ reading }) => differingByMrz(reading).length > 0,
  MRZ_UNREAD: ({ reading: { documentType, mrz, isZoneUnread } }) =>
    !mrz && (documentType in byMrz || isZoneUnread === true),
  PORTRAIT_REVIEW: ({ comparison }) => comparison?.verdict === 'review',
  CODE_MISMATCH: ({ reading }) => differingByCode(reading).length > 0,
  NUMBER_INVALID: ({ reading: { licence } }) =>
    licence !== undefined && !licenceCheckDigitsHold(licence),
  PHOTOCOPY: ({ reading }) => reading.isGrey === true,
  TOO_DARK: ({ reading }) => reading.isDark === true,
  NUMBER_MISMATCH: ({ reading, claimed }) => isSameForeign(reading, claimed.foreign) === false,
  // These two alerts concern a file whose contents are not read.
  FILE_ALTERED: () => false,
  FILE_UNPROVEN: () => false,
  FORGERY_SUSPECTED: ({ reading: { attack } }) =>
    attack === 'presentation' || attack === 'alteration',
}

/** The kinds that are judged by their machine-readable zone, and print no CPF. */
const byMrz: Partial<Record<DocumentType, true>> = { PASSPORT: true, CRNM: true }

/** An RG need not print a CPF, but without one no registry knows its holder. */
const printsCpf = ({ documentType }: DocumentReading): boolean =>
  documentType !== 'UNKNOWN' && !(documentType in byMrz)

const backFields = ['filiacao1', 'dataExpedicao', 'txtOrgExpedidor'] as const

/** Whether the front is enough: a CIN has a back, but the front of a CNH or an opened RG may show everything. */
function isWholeFront({ documentType, fields }: DocumentReading): boolean {
  if (documentType === 'CNH' || documentType === 'PASSPORT') return true
  return documentType === 'RG' && backFields.every((name) => fields[name] !== '')
}

/** Compares with either parent; undefined if a name is missing. */
function isSameMother({ fields }: DocumentReading, mother: string | undefined) {
  const parents = [fields.filiacao1, fields.filiacao2].filter((name) => name !== '')
  if (!mother?.trim() || parents.length === 0) return undefined
  return parents.some((name) => comparePersonNames(mother, name).verdict !== 'other')
}

/** The weighted share of what can be compared; 0 when nothing can. */
function rankOf({ reading, claimed, comparison, policy }: DocumentFinding): number {
  const cpf = digitsOf(reading.fields.numeroCPF)
  const { weights } = policy
  const parts: readonly (readonly [weight: number, share: number | undefined])[] = [
    [weights.read, reading.fieldsExpected > 0 ? readShare(reading) : undefined],
    [weights.checkDigits, cpf === '' ? undefined : Number(cpfCheckDigitsHold(cpf))],
    [weights.cpf, toShare(isSameNumber(reading, claimed))],
    [weights.name, shareOf[compareClaimed(reading, claimed) ?? 'unknown']],
    [weights.birthdate, toShare(isSameBirthdate(reading, claimed.birthdate))],
    [weights.portrait, comparison && comparison.score / 100],
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

/** Undefined if either CPF is missing. */
function isSameCpf({ fields }: DocumentReading, { cpf }: ClaimedPerson): boolean | undefined {
  const read = digitsOf(fields.numeroCPF)
  if (cpf === undefined || read === '' || !cpfCheckDigitsHold(read)) return undefined
  return read === cpf
}

const isSameNumber = (reading: DocumentReading, claimed: ClaimedPerson): boolean | undefined =>
  isSameCpf(reading, claimed) ?? isSameForeign(reading, claimed.foreign)

/** Undefined if either name is missing. */
export function compareName({ fields }: DocumentReading, name = ''): NameMatch | undefined {
  const { verdict, reasons } = comparePersonNames(name, fields.nome)
  return reasons.includes('unreadable') ? undefined : verdict
}

/** Compares the name that the document shows: the civil name or the social name. */
function compareClaimed(
  reading: DocumentReading,
  { name, socialName }: ClaimedPerson,
): NameMatch | undefined {
  const verdicts = [compareName(reading, name), compareName(reading, socialName)]
  return (['same', 'doubtful', 'other'] as const).find((one) => verdicts.includes(one))
}

/** Whether neither the number nor the name clearly shows whose document it is. */
const isOpen = (reading: DocumentReading, claimed: ClaimedPerson): boolean =>
  isSameNumber(reading, claimed) !== true &&
  ['doubtful', undefined].includes(compareClaimed(reading, claimed))

/** The kinds that print an expiry date; one whose date was not read may have expired. */
const printsExpiry: Partial<Record<DocumentType, true>> = { CNH: true, CIN: true, ...byMrz }

const isValidityOpen = (
  { documentType, expiresOn }: DocumentReading,
  { expiredIdentifies }: DocumentPolicy,
): boolean =>
  documentType in printsExpiry &&
  !expiredIdentifies.includes(documentType) &&
  expiresOn === undefined

/** A CPF without its label may belong to somebody else, so a differing one does not count as read. */
function isCpfRead(reading: DocumentReading, claimed: ClaimedPerson): boolean {
  const holds = cpfCheckDigitsHold(digitsOf(reading.fields.numeroCPF))
  return holds && (reading.isCpfLabelled || isSameCpf(reading, claimed) !== false)
}

export function isSameBirthdate(
  reading: DocumentReading,
  birthdate: string | undefined,
): boolean | undefined {
  const agreement = compareBirthdate(reading, birthdate)
  return agreement && agreement === 'agrees'
}

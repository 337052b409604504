// Parses the words of a page into the fields of a document.
import type { DocumentFields, DocumentReading, Mrz } from '../port.ts'
import { findLabels, type Label, type LabelName } from './labels.ts'
import { findZone, readMrz, showsZone } from './mrz.ts'
import { expectedFields, recogniseType } from './type.ts'
import {
  isCpf,
  readCpf,
  readDate,
  readExpiry,
  readIssuer,
  readLicence,
  readName,
  readPlace,
  readRegister,
  readVoter,
  textOf,
  wordsUnder,
} from './values.ts'
import { type Extent, extentOf, fold, toRows, type Word } from './words.ts'

export type Parsed = Omit<
  DocumentReading,
  'turn' | 'area' | 'isPlain' | 'card' | 'code' | 'isGrey' | 'isUnread' | 'isDark'
> & {
  /** The part of the prepared page with the labels and their values. */
  readonly extent?: Extent
  /** The number of labels found; 0 when the words are of no document, or the document does not stand upright. */
  readonly labels: number
}

/** The words under the labels of one name, in the order of the page. */
type Under = (name: LabelName, lines?: number) => readonly string[]

/** `zone` is a machine-readable zone that was read separately; without it the page's words may contain one. */
export function parseDocument(words: readonly Word[], zone?: Mrz): Parsed {
  const labels = findLabels(words)
  const taken: Word[] = []
  const under: Under = (name, lines = 1) => {
    const rows = labels
      .filter((label) => label.name === name)
      .toSorted((a, b) => a.y0 - b.y0)
      .map((label) => wordsUnder(label, labels, words, lines))
      .find((found) => found.length > 0)
    taken.push(...(rows ?? []).flat())
    return (rows ?? []).map(textOf)
  }
  const mrz = zone ?? readMrz(words)
  const kind = recogniseType(words, labels, mrz)
  const cpf = findCpf(under, words, labels)
  const printed = readFields(kind, under, cpf.text)
  const isByMrz = kind.documentType === 'PASSPORT' || kind.documentType === 'CRNM'
  const fields = mrz && isByMrz ? fillByMrz(printed, mrz) : printed
  const expires = readExpiry(first(under('expires'))) || (isByMrz && mrz?.expiresOn)
  const licence = kind.documentType === 'CNH' ? readLicence(first(under('other-number'))) : ''
  const zoneStands = mrz && findZone(words)
  const extent = extentOf([
    ...labels.flatMap((label) => label.words),
    ...taken,
    ...(zoneStands ? [zoneStands] : []),
  ])
  return {
    ...kind,
    fields,
    fieldsExpected: expectedFields(kind).length,
    isCpfLabelled: cpf.isLabelled,
    ...(expires && { expiresOn: expires }),
    ...(mrz && { mrz }),
    ...(!mrz && showsZone(words) && { isZoneUnread: true }),
    ...(licence && { licence }),
    ...(extent && { extent }),
    confidence: taken.length > 0 ? meanSure(taken) : mrz ? sureByDigits : 0,
    // A zone with right check digits proves that the page stands upright, whatever else was read.
    labels: Math.max(labels.length, mrz ? 1 : 0),
  }
}

/** The confidence in a field whose check digits are right. */
const sureByDigits = 90

/** Passports print the surname separately, so the text under the other label is only a part of the name. */
function wholeName(printed: string, { name, isNameCut }: Mrz): string {
  const words = name.split(' ')
  const isPart = fold(name).startsWith(fold(printed)) && printed !== '' && !isNameCut
  return isPart ? [printed, ...words.slice(printed.split(' ').length)].join(' ') : printed || name
}

/** Fills fields from the zone that were not read in print, or that the document prints without a known label. */
const fillByMrz = (printed: DocumentFields, mrz: Mrz): DocumentFields => ({
  ...printed,
  nome: wholeName(printed.nome, mrz),
  dataNascimento: printed.dataNascimento || mrz.bornOn.split('-').toReversed().join('/'),
  txtRegistroCivil: printed.txtRegistroCivil || mrz.number,
})

function readFields(
  { documentType: type, side }: Pick<DocumentReading, 'documentType' | 'side'>,
  under: Under,
  numeroCPF: string,
): DocumentFields {
  const [filiacao1 = '', filiacao2 = ''] = under('parents', 2).map(readName)
  const identity = first(under('identity'))
  const birthAndPlace = first(under('birth-and-place'))
  const issuer = readIssuer(first(under('issuer')) || identity)
  const register = readRegister(first(under('register')) || identity)
  const origin = first(under('origin')) || birthAndPlace.replaceAll(/[\d/]+/g, '')
  return {
    nome: readName(first(under('name'))),
    filiacao1,
    filiacao2,
    dataNascimento: readDate(first(under('birth')) || birthAndPlace),
    dataExpedicao: readDate(first(under('issued'))),
    numeroCPF,
    // On a CIN the CPF is also the register's number.
    txtRegistroCivil: type === 'CIN' ? numeroCPF : register,
    txtOrgExpedidor: issuer.body,
    txtUnidadeFederativa: issuer.state,
    // The back of a CIN shows the place of issue under this label, not of birth.
    txtNaturalidade: type === 'CIN' && side === 'back' ? '' : readPlace(origin),
    numeroTituloEleitor: type === 'CNH' ? '' : readVoter(first(under('voter'))),
  }
}

/**
 * Finds the CPF under its label, else any number with right check digits, but never one with another label, because the
 * number of a driving licence may have the check digits of somebody's CPF.
 */
function findCpf(under: Under, words: readonly Word[], labels: readonly Label[]) {
  const labelled = readCpf(first(under('cpf')) || first(under('register-and-cpf')))
  if (isCpf(labelled)) return { text: labelled, isLabelled: true }
  const others = new Set(
    labels
      .filter(({ name }) => name === 'other-number' || name === 'register' || name === 'voter')
      .flatMap((label) => wordsUnder(label, labels, words).flat()),
  )
  const free = words.filter((word) => !others.has(word))
  const elsewhere = toRows(free).map((row) => readCpf(textOf(row)))
  return { text: elsewhere.find(isCpf) ?? labelled, isLabelled: false }
}

const first = ([text = '']: readonly string[]) => text

const meanSure = (words: readonly Word[]) =>
  words.length === 0 ? 0 : Math.round(words.reduce((sum, { sure }) => sum + sure, 0) / words.length)

/** Fills fields that are empty in one reading from the other. */
export function fillGaps(one: Parsed, other: Parsed): Parsed {
  const kind = one.documentType === 'UNKNOWN' ? other : one
  // Safe because both have the same keys.
  const fields = Object.fromEntries(
    Object.entries(one.fields).map(([name, text]) => [
      name,
      text || other.fields[name as keyof DocumentFields],
    ]),
  ) as DocumentFields
  const isCpfLabelled = one.isCpfLabelled || other.isCpfLabelled
  const expiresOn = one.expiresOn ?? other.expiresOn
  const mrz = one.mrz ?? other.mrz
  const extent = one.extent ?? other.extent
  const licence = one.licence ?? other.licence
  return {
    documentType: kind.documentType,
    side: kind.side,
    fields: {
      ...fields,
      ...(other.isCpfLabelled && !one.isCpfLabelled && { numeroCPF: other.fields.numeroCPF }),
    },
    fieldsExpected: expectedFields(kind).length,
    isCpfLabelled,
    ...(expiresOn !== undefined && { expiresOn }),
    ...(mrz && { mrz }),
    ...(!mrz && (one.isZoneUnread || other.isZoneUnread) && { isZoneUnread: true }),
    ...(licence && { licence }),
    ...(extent && { extent }),
    confidence: one.confidence || other.confidence,
    labels: Math.max(one.labels, other.labels),
  }
}

/** Whether every field was read that such a document shows. */
export const isComplete = ({ fields, ...kind }: Parsed): boolean =>
  kind.labels > 0 && expectedFields(kind).every((name) => fields[name] !== '')

/** Whether the zone is missing on a document that only its zone can make credible. */
export const isZoneMissing = ({ documentType, side, mrz }: Parsed): boolean =>
  !mrz && (documentType === 'PASSPORT' || (documentType === 'CRNM' && side === 'back'))

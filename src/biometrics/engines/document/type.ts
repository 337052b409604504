// Decides which document and which side a page shows, by words that occur on no other.
import type { DocumentFields, DocumentReading, DocumentType, Mrz } from '../port.ts'
import type { Label } from './labels.ts'
import { fold, toRows, type Word, distance } from './words.ts'
import { textOf } from './values.ts'

const typical: Readonly<Record<Exclude<DocumentType, 'UNKNOWN'>, readonly string[]>> = {
  PASSPORT: ['PASSAPORTE', 'SOBRENOME SURNAME', 'GIVEN NAMES', 'ISSUING COUNTRY'],
  CRNM: ['REGISTRO NACIONAL MIGRATORIO', 'CARTEIRA DE REGISTRO NACIONAL'],
  CNH: ['HABILITACAO', 'CARTEIRA NACIONAL', 'DOC IDENTIDADE', 'DRIVER LICENSE', 'PERMISSAO'],
  CIN: [
    'PERSONAL NUMBER',
    'DATE OF BIRTH',
    'PLACE OF BIRTH',
    'DATE OF EXPIRY',
    'CARD ISSUER',
    'DATE OF ISSUE',
    'PLACE OF ISSUE',
    'FILIATION',
    'REGISTRO GERAL CPF',
  ],
  RG: ['REGISTRO GERAL', 'CARTEIRA DE IDENTIDADE', 'LEI N 7116', 'DOC ORIGEM', 'TITULO DE ELEITOR'],
}

type Kind = Pick<DocumentReading, 'documentType' | 'side'>

/** A passport is recognised by its machine-readable zone; without one it cannot be believed. */
export function recogniseType(words: readonly Word[], labels: readonly Label[], mrz?: Mrz): Kind {
  if (mrz?.kind === 'passport') return { documentType: 'PASSPORT', side: 'front' }
  const rows = toRows(words).map((row) => fold(textOf(row)))
  const count = (type: keyof typeof typical) =>
    typical[type].filter((text) => rows.some((row) => holds(row, fold(text)))).length
  // A CIN also has the words of an RG, so it is tested first.
  const documentType =
    count('PASSPORT') >= 2
      ? 'PASSPORT'
      : count('CRNM') > 0
        ? 'CRNM'
        : count('CIN') >= 2
          ? 'CIN'
          : count('CNH') > 0
            ? 'CNH'
            : count('RG') > 0
              ? 'RG'
              : 'UNKNOWN'
  return { documentType, side: sideOf(documentType, rows, labels) }
}

function sideOf(type: DocumentType, rows: readonly string[], labels: readonly Label[]) {
  if (type === 'UNKNOWN') return 'unknown'
  const hasName = labels.some(({ name }) => name === 'name')
  const isBack =
    rows.some((row) => holds(row, 'VALIDAEMTODOOTERRITORIONACIONAL')) || (type !== 'RG' && !hasName)
  return isBack ? 'back' : 'front'
}

/** A fifth of its letters may be misread. */
function holds(row: string, text: string): boolean {
  if (row.includes(text)) return true
  const editsMax = Math.floor(text.length / 5)
  for (let at = 0; at + text.length <= row.length; at++)
    if (distance(row.slice(at, at + text.length), text) <= editsMax) return true
  return false
}

const front = [
  'nome',
  'dataNascimento',
  'numeroCPF',
  'txtRegistroCivil',
  'txtNaturalidade',
] as const
const back = [
  'filiacao1',
  'filiacao2',
  'dataExpedicao',
  'txtOrgExpedidor',
  'txtUnidadeFederativa',
] as const

const zone = ['nome', 'dataNascimento', 'txtRegistroCivil'] as const

/** The fields that such a side shows; a CNH has no voter's number. */
export function expectedFields({ documentType, side }: Kind): readonly (keyof DocumentFields)[] {
  if (documentType === 'UNKNOWN') return []
  if (documentType === 'PASSPORT' || documentType === 'CRNM') return zone
  if (documentType === 'CIN') return side === 'back' ? back : front
  const both = [...front, ...back]
  return documentType === 'RG' ? [...both, 'numeroTituloEleitor'] : both
}

// Magic file names of the sandbox: the name of a file chooses the result, so that a client's tests can meet every
// outcome. The image itself is taken, stored and decoded like any other.
import type { DocumentReading, EngineName, Face, Portrait } from '#src/biometrics/engines/port.ts'
import type {
  ClaimedPerson,
  DocumentAlert,
  DocumentResult,
} from '#src/biometrics/verdicts/documents.ts'
import type { ForeignClaim } from '#src/biometrics/verdicts/foreign-number.ts'
import { nothingRead } from '#src/biometrics/engines/rules.ts'
import { type LivenessStatus, noFace, severalFaces } from './rules.ts'

/** The meaning of each name, for the documentation. */
export const magicNames = {
  'magic-live': 'liveness 1: live, whatever the images show',
  'magic-inconclusive': 'liveness 0, or a document that is `Inconclusivo`',
  'magic-spoof': 'liveness 2: spoof suspected',
  'magic-no-face': 'liveness 3',
  'magic-two-faces': 'liveness 4',
  'magic-approved': 'a document that says what the transaction says: `Aprovado`',
  'magic-other-cpf':
    'a document with another CPF: `Reprovado`, `CPF_MISMATCH`; of a transaction without one a passport of another number, `NUMBER_MISMATCH`',
  'magic-other-face':
    'a document of somebody else than the stored selfie: `Reprovado`, `PORTRAIT_MISMATCH`; as `magic-approved` where no selfie is stored',
  'magic-failure': 'a technical failure of the engines: 500 for a document, 503 for a liveness',
} as const
export type MagicName = keyof typeof magicNames

/** The magic name of the first file that has one; the file extension does not matter. */
export function findMagic(names: readonly (string | undefined)[]): MagicName | undefined {
  const plain = names.map((name) => name?.replace(/\.\w+$/, ''))
  return keys.find((key) => plain.includes(key))
}

// Safe because an object literal has only its own keys.
const keys = Object.keys(magicNames) as MagicName[]

const statuses: Partial<Record<MagicName, LivenessStatus>> = {
  'magic-live': 1,
  'magic-inconclusive': 0,
  'magic-spoof': 2,
  'magic-no-face': noFace,
  'magic-two-faces': severalFaces,
}

export const magicStatus = (magic: MagicName | undefined): LivenessStatus | undefined =>
  magic === undefined ? undefined : statuses[magic]

/** The engine named in results that the file name chose. */
export const namesEngine: EngineName = { name: 'sandbox' }

/** A face that matches only itself. */
export const magicFace = (at: 0 | 1): Face => ({
  box: [0.3, 0.2, 0.4, 0.5],
  pixels: 200,
  faceScore: 1,
  live: 1,
  yaw: 0,
  pitch: 0,
  roll: 0,
  embedding: Float32Array.of(at, 1 - at),
})

/** As many faces as the status stands for. */
export function magicFaces(status: LivenessStatus): readonly Face[] {
  if (status === noFace) return []
  return status === severalFaces ? [magicFace(0), magicFace(1)] : [magicFace(0)]
}

/** The reading of a document that matches the person of the transaction. */
export function magicReading(magic: MagicName, person: ClaimedPerson): DocumentReading | undefined {
  if (magic === 'magic-inconclusive')
    return {
      ...read,
      documentType: 'UNKNOWN',
      fields: nothingRead.fields,
      fieldsExpected: 0,
      confidence: 20,
    }
  if (magic !== 'magic-approved' && magic !== 'magic-other-cpf' && magic !== 'magic-other-face')
    return undefined
  if (person.foreign) return magicPassport(magic, person, person.foreign)
  const { name = 'PESSOA DE EXEMPLO', cpf = '', birthdate = '' } = person
  const fields = {
    ...nothingRead.fields,
    nome: name.toUpperCase(),
    filiacao1: 'MARIA DE EXEMPLO',
    filiacao2: 'JOSE DE EXEMPLO',
    dataNascimento: birthdate.split('-').toReversed().join('/'),
    dataExpedicao: '10/03/2020',
    numeroCPF: magic === 'magic-other-cpf' ? '111.444.777-35' : punctuate(cpf),
    txtRegistroCivil: '12.345.678-9',
    txtOrgExpedidor: 'SSP',
    txtUnidadeFederativa: 'SP',
    txtNaturalidade: 'SAO PAULO - SP',
    numeroTituloEleitor: '012345678901',
  }
  return { ...read, documentType: 'RG', fields, fieldsExpected: 11, confidence: 95 }
}

/** The passport of a person without a CPF. */
function magicPassport(
  magic: MagicName,
  { name = 'PESSOA DE EXEMPLO', birthdate = '' }: ClaimedPerson,
  { number, country }: ForeignClaim,
): DocumentReading {
  const shown = name.toUpperCase()
  const expiresOn = '2035-01-31'
  const mrz = {
    kind: 'passport',
    number: magic === 'magic-other-cpf' ? 'X00000000' : number,
    ...(country !== undefined && { issuer: country }),
    name: shown,
    bornOn: birthdate,
    expiresOn,
  } as const
  const fields = {
    ...nothingRead.fields,
    nome: shown,
    dataNascimento: birthdate.split('-').toReversed().join('/'),
    txtRegistroCivil: mrz.number,
  }
  return { ...read, documentType: 'PASSPORT', fields, fieldsExpected: 3, confidence: 95, expiresOn, mrz } // prettier-ignore
}

const read = { side: 'front', isCpfLabelled: true, turn: 0, engine: namesEngine } as const

const punctuate = (cpf: string): string =>
  cpf.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')

/** Whether the name alone chooses the result, so that the picture itself is not examined. */
export const isShownByName = (magic: MagicName | undefined): magic is MagicName =>
  magic !== undefined && magicReading(magic, {}) !== undefined

export const magicPortrait = (magic: MagicName): Portrait => ({
  box: [0, 0, 0, 0],
  score: 1,
  embedding: magicFace(magic === 'magic-other-face' ? 1 : 0).embedding ?? new Float32Array(2),
  confirmed: true,
})

/** The result that the name promises, even if the transaction has no data to compare with. */
export function magicResult(
  magic: MagicName | undefined,
  alerts: readonly DocumentAlert[],
): DocumentResult | undefined {
  const refusing: Partial<Record<MagicName, readonly DocumentAlert[]>> = {
    'magic-other-cpf': ['CPF_MISMATCH', 'NUMBER_MISMATCH'],
    'magic-other-face': ['PORTRAIT_MISMATCH'],
  }
  const refuses = magic && refusing[magic]?.some((alert) => alerts.includes(alert))
  return refuses ? 'Reprovado' : undefined
}

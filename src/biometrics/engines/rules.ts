// Compares faces, and decides when a picture is good enough for it. Distances mean nothing without the thresholds of
// their model.
import type { Box, DocumentReading, EngineName, Face, FaceThresholds, Rotation } from './port.ts'

/** Derives all values from the two that a calibration finds; the score falls from 86 to 39 between them. */
export const thresholdsOf = (match: number, review: number): FaceThresholds => ({
  match,
  review,
  half: match + 0.8 * (review - match),
  slope: 0.45 * (review - match),
})

/** The thresholds of the built-in model. */
export const ownThresholds: FaceThresholds = thresholdsOf(0.5, 0.6)

export type FaceMatch = 'match' | 'review' | 'no-match'

/** Throws when the embeddings are of different models, because their comparison would still give a number. */
export function faceDistance(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) throw new Error('the embeddings are of two models')
  return Math.sqrt(one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0))
}

export function judgeDistance(distance: number, { match, review }: FaceThresholds): FaceMatch {
  if (distance <= match) return 'match'
  return distance <= review ? 'review' : 'no-match'
}

/** A whole number from 0 to 100. */
export const similarity = (distance: number, { half, slope }: FaceThresholds): number =>
  Math.round(100 / (1 + Math.exp((distance - half) / slope)))

const faceScoreMin = 0.9
const pixelsMin = 80
/** After a quarter turn at most 45 degrees of tilt remain, which are levelled. */
const rollMax = 50
const lightMin = 40

export const isLargeFace = ({ pixels }: Pick<Face, 'pixels'>): boolean => pixels >= pixelsMin
/** In trials faces with a brightness of 40 or less were lost; nothing is refused for it. */
export const isLitFace = ({ light }: Pick<Face, 'light'>): boolean =>
  light === undefined || light >= lightMin
export const isUprightFace = ({ roll }: Pick<Face, 'roll'>): boolean => Math.abs(roll) < rollMax

/** Whether a face is clear, large and upright enough to be compared. */
export const isGoodFace = (face: Face): boolean =>
  face.embedding !== undefined &&
  face.faceScore >= faceScoreMin &&
  isLargeFace(face) &&
  isUprightFace(face)

/** The last of all days, for a document that does not expire. */
export const forGood = '9999-12-31'

/** Whether a face may be the portrait: beside the writing of its card, within its height, and smaller than it. */
export function isInCard([x, y, width, height]: Box, area: Box): boolean {
  const [left, top, across, down] = area
  const middle = { x: x + width / 2, y: y + height / 2 }
  const isBeside = middle.x > left - 0.45 * across && middle.x < left + 1.45 * across
  const isWithin = middle.y > top - 0.15 * down && middle.y < top + 1.15 * down
  return isBeside && isWithin && width < 0.4 * across
}

/**
 * The rotations for a document on which nothing was read upright: first that of its portrait, which may be wrong
 * because a face on its side is found too.
 */
export const turnsFrom = (shown: Rotation | undefined): readonly Rotation[] => [
  ...(shown ? [shown] : []),
  ...([90, 270, 180] as const).filter((turn) => turn !== shown),
]

const uprightFrom = 3

/**
 * Needs several labels when the type is unknown, because one or two are also found in a picture that is not upright.
 */
export const standsUpright = ({
  documentType,
  labels,
}: Pick<DocumentReading, 'documentType'> & { readonly labels: number }): boolean =>
  documentType !== 'UNKNOWN' || labels >= uprightFrom

/** The comparison of a selfie with the portrait of a document. */
export type Comparison = {
  /** The submissions whose images were compared. */
  readonly selfieOf: string
  readonly documentOf: string
  readonly distance: number
  /** 0 to 100. */
  readonly score: number
  readonly verdict: FaceMatch
  readonly modelId: string
}

/** A document of which nothing could be read. */
export const nothingRead: DocumentReading = {
  documentType: 'UNKNOWN',
  side: 'unknown',
  fields: {
    nome: '',
    filiacao1: '',
    filiacao2: '',
    dataNascimento: '',
    dataExpedicao: '',
    numeroCPF: '',
    txtRegistroCivil: '',
    txtOrgExpedidor: '',
    txtUnidadeFederativa: '',
    txtNaturalidade: '',
    numeroTituloEleitor: '',
  },
  fieldsExpected: 0,
  isCpfLabelled: false,
  confidence: 0,
  turn: 0,
}

/** `name/version`, or the name alone. */
export const nameEngine = ({ name, version }: EngineName): string =>
  version === undefined ? name : `${name}/${version}`

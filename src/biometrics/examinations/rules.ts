// Decides on faces. Pure. Passive signs never prove liveness: only a challenge does.
import { type FaceThresholds, faceDistance, isGoodFace } from '#src/biometrics/engines/rules.ts'
import type { Face } from '#src/biometrics/engines/port.ts'

export type ExaminationKind = 'liveness' | 'redoc' | 'biometrics-score'
export type Action = 'front' | 'left' | 'right'

/** The six orders of four actions: first the front, both sides, none twice running. */
export const challenges: readonly (readonly Action[])[] = [
  ['front', 'left', 'front', 'right'],
  ['front', 'right', 'front', 'left'],
  ['front', 'left', 'right', 'front'],
  ['front', 'right', 'left', 'front'],
  ['front', 'left', 'right', 'left'],
  ['front', 'right', 'left', 'right'],
]

/** Degrees; below 0 is to the person's own left. */
const reached: Record<Action, (yaw: number) => boolean> = {
  front: (yaw) => Math.abs(yaw) < 8,
  left: (yaw) => yaw < -6,
  right: (yaw) => yaw > 6,
}
/** With a challenge, a head that turned by less has not turned at all. */
const stillDegrees = 4
/** Without one, where a tenant accepts that. */
const turnedDegrees = 12
const liveMin = 0.5

export const inconclusive = 0
export const live = 1
const spoofSuspected = 2
export const noFace = 3
export const severalFaces = 4
export type LivenessStatus = 0 | 1 | 2 | 3 | 4

export const livenessCodes = [
  'inconclusive',
  'live',
  'spoof-suspected',
  'no-face',
  'several-faces',
] as const

export type LivenessAsked = {
  /** Of the challenge that the event answers; absent without one. */
  readonly actions?: readonly Action[]
  /** The images are not the signed ones, or one of them came twice. */
  readonly areForeign: boolean
  /** The tenant takes a turned head without a challenge for life. */
  readonly mayPassByTurn: boolean
}

/** What was found in the images, for whoever asks why. */
export type LivenessFinding = {
  readonly status: LivenessStatus
  /** The largest distance of a face to that of the first image; absent when they could not be compared. */
  readonly farthest?: number
}

export function judgeLiveness(
  images: readonly (readonly Face[])[],
  asked: LivenessAsked,
  thresholds: FaceThresholds,
): LivenessFinding {
  if (images.some((faces) => faces.length === 0)) return { status: noFace }
  if (images.some((faces) => faces.length > 1)) return { status: severalFaces }
  const faces = images.flatMap((found) => found)
  const [first] = faces
  const farthest = first && farthestFrom(first, faces)
  const found = farthest === undefined ? {} : { farthest }
  if (asked.areForeign) return { status: spoofSuspected, ...found }
  if (farthest === undefined || !faces.every(isGoodFace)) return { status: inconclusive, ...found }
  return { status: judgePoses(faces, farthest, asked, thresholds), farthest }
}

function judgePoses(
  faces: readonly Face[],
  farthest: number,
  { actions, mayPassByTurn }: LivenessAsked,
  { match, review }: FaceThresholds,
): LivenessStatus {
  const yaws = faces.map(({ yaw }) => yaw)
  const spread = Math.max(...yaws) - Math.min(...yaws)
  if (farthest > review || (actions && spread < stillDegrees)) return spoofSuspected
  const isOne = farthest < (match + review) / 2
  // Where the model for it is switched off, nothing speaks against life.
  const passive = faces.flatMap((face) => face.live ?? [])
  const looksLive = passive.length === 0 || mean(passive) >= liveMin
  const isPosed = actions
    ? actions.length === faces.length &&
      actions.every((action, at) => reached[action](yaws[at] ?? Number.NaN))
    : mayPassByTurn && spread >= turnedDegrees
  return isPosed && isOne && looksLive ? live : inconclusive
}

function farthestFrom(first: Face, faces: readonly Face[]): number | undefined {
  const { embedding } = first
  if (!embedding || faces.some((face) => !face.embedding)) return undefined
  return Math.max(
    ...faces.map((face) => (face.embedding ? faceDistance(embedding, face.embedding) : 0)),
  )
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** 0 not made, 1 passed, 2 suspicious, 3 failed. */
export function judgeSecurity(
  device: { readonly isReadable: boolean; readonly isHard: boolean; readonly class: number },
  status: LivenessStatus,
): 0 | 1 | 2 | 3 {
  if (!device.isReadable) return 0
  if (device.isHard) return 3
  return device.class === 2 || status === spoofSuspected ? 2 : 1
}

export const suggestions = { match: 'Aprovar', review: 'Revisar', 'no-match': 'Reprovar' } as const

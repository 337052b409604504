// Compares faces, and decides when a picture is good enough for it. Distances mean nothing without the thresholds of
// their model.
import type { Face } from './port.ts'

/** Euclidean distances between embeddings; `score` is 50 at `half` and falls off within some `slope`. */
export type FaceThresholds = {
  /** Up to here it is the same person. */
  readonly match: number
  /** Up to here somebody should look. */
  readonly review: number
  readonly half: number
  readonly slope: number
}

/** From the two that a calibration finds; the score falls from 86 to 39 between them. */
export const thresholdsOf = (match: number, review: number): FaceThresholds => ({
  match,
  review,
  half: match + 0.8 * (review - match),
  slope: 0.45 * (review - match),
})

/** Of the model that comes with the service. */
export const ownThresholds: FaceThresholds = thresholdsOf(0.5, 0.6)

export type Verdict = 'match' | 'review' | 'no-match'

/** Throws when they are of different models: comparing them would give a number all the same. */
export function faceDistance(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) throw new Error('the embeddings are of two models')
  return Math.sqrt(one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0))
}

export function judgeDistance(distance: number, { match, review }: FaceThresholds): Verdict {
  if (distance <= match) return 'match'
  return distance <= review ? 'review' : 'no-match'
}

/** 0 to 100, whole. */
export const similarity = (distance: number, { half, slope }: FaceThresholds): number =>
  Math.round(100 / (1 + Math.exp((distance - half) / slope)))

const faceScoreMin = 0.9
const pixelsMin = 80
const rollMax = 30

/** Whether a face is clear, large and upright enough to be compared. */
export const isGoodFace = ({ faceScore, pixels, roll, embedding }: Face): boolean =>
  embedding !== undefined &&
  faceScore >= faceScoreMin &&
  pixels >= pixelsMin &&
  Math.abs(roll) < rollMax

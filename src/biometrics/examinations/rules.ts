// Judges liveness by the faces in the images. Pure. Passive signs never prove liveness; only a challenge does.
import {
  faceDistance,
  isGoodFace,
  isLargeFace,
  isLitFace,
  isUprightFace,
} from '#src/biometrics/engines/rules.ts'
import type { Analysis, Face, FaceThresholds } from '#src/biometrics/engines/port.ts'
import { isPaced, type PacedPose } from '#src/biometrics/movement/pacing-rules.ts'
import { type Action, judgeMovement, kindOf } from '#src/biometrics/movement/rules.ts'

export type ExaminationKind = 'liveness' | 'redoc' | 'biometrics-score'
const liveMin = 0.5

export const inconclusive = 0
export const live = 1
export const spoofSuspected = 2
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

export type LivenessExpectation = {
  /** The actions of the challenge that the event answers; absent without a challenge. */
  readonly actions?: readonly Action[]
  /** The poses of a paced challenge, which asks for them one by one and judges each by its time. */
  readonly poses?: readonly PacedPose[]
  /** Whether the images differ from the signed ones, or one of them was sent twice. */
  readonly areForeign: boolean
}

/** The result with the measurements behind it. */
export type LivenessFinding = {
  readonly status: LivenessStatus
  /** The largest distance of a face to that of the first image; absent if they could not be compared. */
  readonly farthest?: number
  readonly reasons: readonly Reason[]
}

export function judgeLiveness(
  images: readonly (readonly Face[])[],
  { actions, poses, areForeign }: LivenessExpectation,
  thresholds: FaceThresholds,
): LivenessFinding {
  const seen = actions && images.length > actions.length ? leaveOutBlurred(images) : images
  if (seen.some((faces) => faces.length === 0)) return { status: noFace, reasons: ['unreadable'] }
  if (seen.some((faces) => faces.length > 1))
    return { status: severalFaces, reasons: ['several-faces'] }
  const faces = seen.flatMap((found) => found)
  const [first] = faces
  const farthest = first && farthestFrom(first, faces)
  const found = { reasons: [], ...(farthest !== undefined && { farthest }) }
  if (areForeign) return { ...found, status: spoofSuspected }
  if (farthest === undefined || !faces.every(isGoodFace))
    return { ...found, status: inconclusive, reasons: faceFaults(faces) }
  if (farthest > thresholds.review) return { ...found, status: spoofSuspected }
  if (!actions) return { ...found, status: inconclusive }
  const { isStaged, isDone, isSolid } = judgeMovement(faces, actions)
  if (isStaged) return { ...found, status: spoofSuspected }
  const isAsAsked = poses ? isPaced(kindOf(actions), poses, placesOf(images, actions)) : isDone
  const isOne = farthest < (thresholds.match + thresholds.review) / 2
  const reasons: Reason[] = [
    ...(isAsAsked ? [] : ['turn-not-reached' as const]),
    ...(isSolid ? [] : ['not-moving' as const]),
  ]
  const isLive = reasons.length === 0 && isOne && looksLive(faces)
  return { ...found, status: isLive ? live : inconclusive, reasons }
}

/** An attack that an engine sees counts whatever the faces show; that it sees none proves no liveness. */
export function heedAttack(finding: LivenessFinding, attack: Analysis['attack']): LivenessFinding {
  if (attack === 'presentation' || attack === 'injection')
    return { ...finding, status: spoofSuspected, reasons: [] }
  const isDoubted = attack === 'undecided' && finding.status === live
  return isDoubted ? { ...finding, status: inconclusive, reasons: ['unreadable'] } : finding
}

/** The positions of the faces, in the form that `isPaced` takes. */
function placesOf(
  images: readonly (readonly Face[])[],
  actions: readonly Action[],
): (number | undefined)[] {
  const isApproach = kindOf(actions) === 'approach'
  return images.map(([face, ...others]) => {
    if (!face || others.length > 0 || !isGoodFace(face)) return undefined
    const [, , width] = face.box
    return isApproach ? 100 * Math.log(width) : face.yaw
  })
}

/** The share of images without a clear face that a moving head may cause; such images are ignored. */
const blurredShareMax = 0.25

/**
 * Leaves out images without one clear face if they are few and not the first one, because a moving head is blurred at
 * times.
 */
function leaveOutBlurred(images: readonly (readonly Face[])[]): readonly (readonly Face[])[] {
  const clear = images.filter(
    (faces, at) => at === 0 || (faces.length === 1 && faces.every(isGoodFace)),
  )
  const areFew = images.length - clear.length <= blurredShareMax * images.length
  return areFew ? clear : images
}

function faceFaults(faces: readonly Face[]): Reason[] {
  const faults = faces.flatMap((face): Reason[] => [
    ...(isLitFace(face) ? [] : ['too-dark' as const]),
    ...(isLargeFace(face) ? [] : ['too-far' as const]),
    ...(isUprightFace(face) ? [] : ['tilted' as const]),
  ])
  return faults.length === 0 ? ['unreadable'] : [...new Set(faults)]
}

/** Without values of the passive model, nothing speaks against liveness. */
function looksLive(faces: readonly Face[]): boolean {
  const passive = faces.flatMap((face) => face.live ?? [])
  return passive.length === 0 || mean(passive) >= liveMin
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

/** 0: not made, 1: passed, 2: suspicious, 3: failed. */
export function judgeSecurity(
  device: { readonly isReadable: boolean; readonly isHard: boolean; readonly class: number },
  status: LivenessStatus,
): 0 | 1 | 2 | 3 {
  if (!device.isReadable) return 0
  if (device.isHard) return 3
  return device.class === 2 || status === spoofSuspected ? 2 : 1
}

export const suggestions = { match: 'Aprovar', review: 'Revisar', 'no-match': 'Reprovar' } as const

/** The reasons for which there is no better result, as codes that a page explains to the person. */
export const reasons = [
  'too-dark', 'blurred', 'too-far', 'tilted', 'several-faces', 'glasses', 'turn-not-reached',
  'not-moving', 'not-a-document', 'wrong-side', 'unreadable', 'expired', 'file-altered',
  'file-unproven',
] as const // prettier-ignore
export type Reason = (typeof reasons)[number]

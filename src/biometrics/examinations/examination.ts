// The inputs and results of examinations by kind, as they are sealed.
import type { Comparison } from '#src/biometrics/engines/rules.ts'
import type { Device } from '#src/biometrics/devices/schema.ts'
import type { Analysis, DocumentReading, EngineName } from '#src/biometrics/engines/port.ts'
import type { LivenessStatus, Reason } from './rules.ts'
import type { PacedPose } from '#src/biometrics/movement/pacing-rules.ts'
import type { Action } from '#src/biometrics/movement/rules.ts'
import type {
  Assurance,
  DocumentAlert,
  DocumentResult,
} from '#src/biometrics/verdicts/documents.ts'
import type { SignatureVerdict } from '#src/biometrics/signed-files/rules.ts'
import type { MagicName } from './magic.ts'

export type LivenessInput = {
  readonly device: Device
  readonly isEventReadable: boolean
  /** The movements of this submission's challenge. */
  readonly actions?: readonly Action[]
  /** The movements of a challenge that asks for them one by one. */
  readonly poses?: readonly PacedPose[]
  /** The hashes of the pictures as they were sent. */
  readonly hashes: readonly string[]
  /** Only in the sandbox: the magic values in the names of the files. */
  readonly magic?: MagicName
}

/** The findings in one image, never the face itself. */
export type SeenImage = {
  readonly faces: number
  readonly yaw?: number
  readonly live?: number
}

export type LivenessResult = {
  readonly livenessStatus: LivenessStatus
  readonly securityCheck: 0 | 1 | 2 | 3
  readonly seen: readonly SeenImage[]
  readonly farthest?: number
  readonly reasons: readonly Reason[]
  readonly modelId: string
  readonly engine?: EngineName
  readonly attack?: NonNullable<Analysis['attack']>
  /** The comparison of the selfie with the portrait of the newest document. */
  readonly comparison?: Comparison
  /** The perceptual hash of the first picture; absent when a magic value replaces its content. */
  readonly look?: string
  readonly samePictures?: readonly SamePicture[]
}

export type RedocInput = {
  /** The value of the header as it was sent. */
  readonly acceptance?: string
  /** The hash of the picture as it was sent, because the same picture cannot be the other side. */
  readonly hash?: string
  /** The result of the signature, if the document came as a signed file. */
  readonly file?: SignatureVerdict
  readonly magic?: MagicName
}

export type RedocResult = {
  readonly reading: DocumentReading
  readonly rank: number
  readonly result: DocumentResult
  readonly alerts: readonly DocumentAlert[]
  readonly comparison?: Comparison
  /** The other side that the verdict includes. */
  readonly withSide?: string
  /** Absent for `picture-only`, unless an official base agrees. */
  readonly assurance?: Assurance
  readonly official?: OfficialWord
  /** The position of the image that shows the front, or that was read; absent for the first. */
  readonly pictureAt?: number
  /** The perceptual hash of the picture; absent when a magic value replaces its content. */
  readonly look?: string
  readonly samePictures?: readonly SamePicture[]
}

/** The answers of official bases about the person and a selfie, for the document that was shown. */
export type OfficialWord = {
  /** The submission whose selfie was compared. */
  readonly selfieOf: string
  /** `agrees`: the same face and no differing field; `contradicts`: surely another face; `open`: neither. */
  readonly verdict: 'agrees' | 'contradicts' | 'open'
  readonly sources: readonly string[]
  readonly face?: 'match' | 'doubtful' | 'no-match'
  readonly similarity?: number
  /** By the transaction's clock. */
  readonly at: string
}

/** A picture that was sent for another document, with equal bytes or equal looks. The newest come first. */
export type SamePicture = {
  readonly kind: 'same-picture' | 'like-picture'
  readonly transactionId: string
  /** The submission with that picture, of the same kind as this one. */
  readonly recognitionId: string
}

export type ScoreInput = {
  readonly name?: string
  readonly birthdate?: string
  /** The submission whose selfie is compared; this one when an image was sent. */
  readonly selfieOf: string
  readonly selfieId: string
  readonly documentOf: string
  readonly documentId: string
  readonly magic?: MagicName
}

export type ScoreResult = {
  readonly score: number
  /** Why no comparison was possible. */
  readonly reason?: 'no-face' | 'no-portrait'
  readonly comparison?: Comparison
  /** Whether the client's data agree with the document; absent when either is missing or a name is doubtful. */
  readonly nameMatches?: boolean
  readonly birthdateMatches?: boolean
}

export type Inputs = {
  liveness: LivenessInput
  redoc: RedocInput
  'biometrics-score': ScoreInput
}
export type Results = {
  liveness: LivenessResult
  redoc: RedocResult
  'biometrics-score': ScoreResult
}

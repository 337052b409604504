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
  /** The actions of this submission's challenge. */
  readonly actions?: readonly Action[]
  /** The poses of a challenge that asks for them one by one. */
  readonly poses?: readonly PacedPose[]
  /** The hashes of the pictures as they were sent. */
  readonly hashes: readonly string[]
  /** Sandbox alone: what the names of the files ask for. */
  readonly magic?: MagicName
}

/** What was seen in one image; never the face itself. */
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
  /** How the selfie compares with the portrait of the last document. */
  readonly comparison?: Comparison
  /** The perceptual hash of the first picture; absent where a name said what is on it. */
  readonly look?: string
  readonly samePictures?: readonly SamePicture[]
}

export type RedocInput = {
  /** The header, as it came. */
  readonly acceptance?: string
  /** The hash of the picture as it was sent: the same picture is not the other side. */
  readonly hash?: string
  /** What the signature said, where the document came as a signed file. */
  readonly file?: SignatureVerdict
  readonly magic?: MagicName
}

export type RedocResult = {
  readonly reading: DocumentReading
  readonly rank: number
  readonly result: DocumentResult
  readonly alerts: readonly DocumentAlert[]
  readonly comparison?: Comparison
  /** The other side that the verdict is over as well. */
  readonly withSide?: string
  /** Absent: `picture-only`, unless an official base agrees. */
  readonly assurance?: Assurance
  readonly official?: OfficialWord
  /** Which of its images shows the front, or what was read; absent: the first. */
  readonly pictureAt?: number
  /** The perceptual hash of the picture; absent where a name said what is on it. */
  readonly look?: string
  readonly samePictures?: readonly SamePicture[]
}

/** What official bases have said of the person and a selfie, by the document that was shown. */
export type OfficialWord = {
  /** The submission whose selfie was compared. */
  readonly selfieOf: string
  /** The same face, and no field that differs; surely another face; or neither. */
  readonly verdict: 'agrees' | 'contradicts' | 'open'
  readonly sources: readonly string[]
  readonly face?: 'match' | 'doubtful' | 'no-match'
  readonly similarity?: number
  /** By the transaction's clock. */
  readonly at: string
}

/** A picture was sent for another document: to the byte, or one that looks the same. Newest first. */
export type SamePicture = {
  readonly kind: 'same-picture' | 'like-picture'
  readonly transactionId: string
  /** The submission that brought it, of the same kind as this one. */
  readonly recognitionId: string
}

export type ScoreInput = {
  readonly name?: string
  readonly birthdate?: string
  /** The submission whose selfie is compared: this one when an image was given. */
  readonly selfieOf: string
  readonly selfieId: string
  readonly documentOf: string
  readonly documentId: string
  readonly magic?: MagicName
}

export type ScoreResult = {
  readonly score: number
  /** Why there was nothing to compare. */
  readonly reason?: 'no-face' | 'no-portrait'
  readonly comparison?: Comparison
  /** Whether what the client sent agrees with the document; absent where either is missing or a name is doubtful. */
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

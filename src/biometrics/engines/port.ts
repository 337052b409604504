// The port of engines. Distances and scores of two models cannot be compared, so each stored result has its `modelId`.

import type {
  assurances,
  documentAttacks,
  livenessAttacks,
} from '#src/journey/facts/vocabulary/words.ts'

/** Present where engines are switched on; models are loaded only at the first call. */
export type Engines = {
  readonly face: FaceEngine
  readonly ocr: DocumentOcr
  /** The thresholds of the face engine's model. */
  readonly thresholds: FaceThresholds
}

/**
 * Every call rejects with `ImageUnreadable`, which is final, or with a technical failure: busy, unavailable, crashed.
 */
export type EngineCall = {
  /** Ends the call; its work so far is discarded. */
  readonly signal?: AbortSignal | undefined
  /** The tenant of the call, because tenants are served in turn. */
  readonly tenant?: string | undefined
}

export type FaceEngine = {
  readonly modelId: string
  analyse(images: readonly Uint8Array[], call?: EngineCall): Promise<Analysis>
  /** The holder's portrait on a document; undefined when none was found. Without a rotation, four are tried. */
  portrait(document: Uint8Array, call?: EngineCall & PortraitCall): Promise<Portrait | undefined>
}

/** The engine's own name and version: up to 60 letters, digits and `._+-` each. */
export type EngineName = { readonly name: string; readonly version?: string }

export type Analysis = {
  /** The faces of each image, in order, the largest first. */
  readonly images: Face[][]
  readonly engine?: EngineName
  /** The attack that all images together show; absent when the engine does not look for attacks. */
  readonly attack?: (typeof livenessAttacks)[number]
}

export type PortraitCall = {
  readonly turn?: Rotation
  /** The area of the card's writing; a face that is not beside it is no portrait. */
  readonly area?: Box | undefined
  /** The card's corners from a reading: the portrait is looked for on the card, and other faces beside it. */
  readonly card?: Corners | undefined
}

/** In the upright picture, as shares of it, clockwise from the card's top left. */
export type Corners = readonly { readonly x: number; readonly y: number }[]

/** Angles in degrees, boxes as fractions of the upright picture. */
export type Face = {
  readonly box: Box
  /** The width of the face in pixels of the picture. */
  readonly pixels: number
  /** From 0 to 1, how surely it is a face. */
  readonly faceScore: number
  /**
   * From 0 to 1. It mostly sees colour, so a high value proves nothing. Absent when its model is off, as by default.
   */
  readonly live?: number
  /** Below 0 when the person has turned to their own left, in a picture that is not mirrored. */
  readonly yaw: number
  readonly pitch: number
  readonly roll: number
  /** From 0 to 255, the brightness of the face in the picture; absent when it was not measured. */
  readonly light?: number
  /** Absent when the face cannot be compared. */
  readonly embedding?: Float32Array
  /**
   * The difference that stretching the call's first picture sideways cannot explain, as a share of the variance: near 0
   * for a still that was stretched. Absent for the first picture, and when the head has hardly moved.
   */
  readonly unexplained?: number
  /**
   * The same difference for the mirror image of that first picture, divided by `unexplained`: far below 1 when this
   * picture shows the face mirrored. Absent when `unexplained` is.
   */
  readonly mirrored?: number
  /**
   * The least difference from a picture before the head last moved, in grey levels; near 0 for a picture that is
   * repeated.
   */
  readonly change?: number
  /** The difference from the previous picture, in grey levels. */
  readonly step?: number
}

export type Portrait = {
  readonly box: Box
  readonly score: number
  readonly embedding: Float32Array
  /** Whether a second pass at another size has found the same face; without that a mismatch proves nothing. */
  readonly confirmed: boolean
  /**
   * The number of other faces, at least as large, that a second pass finds too; a ghost image of the portrait is
   * smaller.
   */
  readonly others?: number
}

/** x, y, width, height. */
export type Box = readonly [number, number, number, number]

/** Clockwise, until the picture stands upright. */
export type Rotation = 0 | 90 | 180 | 270

export type DocumentOcr = {
  readonly modelId: string
  read(image: Uint8Array, call?: EngineCall): Promise<DocumentReading>
}

export type DocumentType = 'RG' | 'CNH' | 'CIN' | 'PASSPORT' | 'CRNM' | 'UNKNOWN'

/** A machine-readable zone whose check digits are right. Days are `yyyy-MM-dd`. */
export type Mrz = {
  readonly kind: 'passport' | 'card'
  readonly number: string
  readonly name: string
  /** The issuer by ISO 3166-1 alpha-3; absent when the zone names none. No check digit covers it. */
  readonly issuer?: string
  /** Empty when a part of the day is unknown, or no calendar has it. */
  readonly bornOn: string
  /** `forGood` when the zone names no expiry; empty when no calendar has the day. */
  readonly expiresOn: string
  /** Whether the zone had no room for the whole name. */
  readonly isNameCut?: boolean
}

/** Eleven digits whose check digits are right, a day `yyyy-MM-dd`, and a name as it is written in the code. */
export type CodeClaims = {
  readonly cpf?: string
  readonly bornOn?: string
  readonly name?: string
}

export type DocumentReading = {
  readonly documentType: DocumentType
  readonly side: 'front' | 'back' | 'unknown'
  readonly fields: DocumentFields
  /** The number of fields that such a document shows; 0 for an unknown one. */
  readonly fieldsExpected: number
  /** The CPF has valid check digits and stands under its own label; otherwise it may be another number. */
  readonly isCpfLabelled: boolean
  /** The expiry date as `yyyy-MM-dd`, if the document shows one; `9999-12-31` if it is valid for good. */
  readonly expiresOn?: string
  /** The area of its writing in the upright picture, as far as it was read; absent when nothing was. */
  readonly area?: Box
  /** Absent when the card fills the picture, or was not found in it. */
  readonly card?: Corners
  /** Whether the paper is plain, like that of a typed page; absent when it was not judged. */
  readonly isPlain?: boolean
  /** Whether the picture is too dark for its paper and colours to be judged. */
  readonly isDark?: boolean
  readonly mrz?: Mrz
  /** The document has a machine-readable zone, but the check digits do not hold as it was read. */
  readonly isZoneUnread?: boolean
  /** The claims of a code in two dimensions, as far as it has plain text. */
  readonly code?: CodeClaims
  /** The number of a driving licence, eleven digits as read. */
  readonly licence?: string
  /** Whether the card has no colours, like a photocopy; absent when it was not judged. */
  readonly isGrey?: boolean
  /** The engine that has read the document. */
  readonly engine?: EngineName
  /** Absent when the engine does not look for forgeries. */
  readonly attack?: (typeof documentAttacks)[number]
  /** The engine's own check besides the picture; absent when it has made none. */
  readonly assurance?: (typeof assurances)[number]
  /** Reading took longer than for any document and was stopped, so nothing is known of what the picture shows. */
  readonly isUnread?: boolean
  /** From 0 to 100, how surely the words of the fields were read. */
  readonly confidence: number
  /** The clockwise rotation at which the picture was read. */
  readonly turn: Rotation
}

/** As printed; empty when the document does not show it or it could not be read. */
export type DocumentFields = {
  readonly nome: string
  readonly filiacao1: string
  readonly filiacao2: string
  /** dd/mm/yyyy. */
  readonly dataNascimento: string
  /** dd/mm/yyyy. */
  readonly dataExpedicao: string
  readonly numeroCPF: string
  readonly txtRegistroCivil: string
  readonly txtOrgExpedidor: string
  readonly txtUnidadeFederativa: string
  readonly txtNaturalidade: string
  readonly numeroTituloEleitor: string
}

/** Euclidean distances between embeddings; `score` is 50 at `half` and falls off over a range of some `slope`. */
export type FaceThresholds = {
  /** Up to this distance it is the same person. */
  readonly match: number
  /** Up to this distance somebody should look. */
  readonly review: number
  readonly half: number
  readonly slope: number
}

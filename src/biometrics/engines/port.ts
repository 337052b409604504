// The port of engines. Distances and scores of two models do not compare, so what is stored of a result is stored with
// its `modelId`.

import type {
  assurances,
  documentAttacks,
  livenessAttacks,
} from '#src/journey/facts/vocabulary/words.ts'

/** Present where engines are switched on; whoever never calls them loads no model. */
export type Engines = {
  readonly face: FaceEngine
  readonly ocr: DocumentOcr
  /** The thresholds of the face engine's model. */
  readonly thresholds: FaceThresholds
}

/** Every call rejects with `ImageUnreadable` (for good), or by a technical failure: busy, away, crashed. */
export type EngineCall = {
  /** Ends the call; what was begun for it is thrown away. */
  readonly signal?: AbortSignal | undefined
  /** Whose call it is: tenants are served in turn. */
  readonly tenant?: string | undefined
}

export type FaceEngine = {
  readonly modelId: string
  analyse(images: readonly Uint8Array[], call?: EngineCall): Promise<Analysis>
  /** The holder's portrait on a document; undefined: none was found. Without a rotation, four are tried. */
  portrait(document: Uint8Array, call?: EngineCall & PortraitCall): Promise<Portrait | undefined>
}

/** Who has looked, as it calls itself: up to 60 letters, digits and `._+-` each. */
export type EngineName = { readonly name: string; readonly version?: string }

export type Analysis = {
  /** The faces of each image, in order, the largest first. */
  readonly images: Face[][]
  readonly engine?: EngineName
  /** The attack that all images together show; absent where the engine does not look for attacks. */
  readonly attack?: (typeof livenessAttacks)[number]
}

export type PortraitCall = {
  readonly turn?: Rotation
  /** Where the card's writing stands: a face that is not beside it is no portrait. */
  readonly area?: Box | undefined
  /** Its corners, as a reading says them: the portrait is looked for on it, and other faces beside it. */
  readonly card?: Corners | undefined
}

/** In the upright picture, as shares of it, clockwise from the card's top left. */
export type Corners = readonly { readonly x: number; readonly y: number }[]

/** Angles in degrees, boxes as fractions of the upright picture. */
export type Face = {
  readonly box: Box
  /** Width of the face in pixels of the picture. */
  readonly pixels: number
  /** 0 to 1, how surely it is a face. */
  readonly faceScore: number
  /** 0 to 1; mostly sees colour, so that a high value proves nothing. Absent where its model is off, as by default. */
  readonly live?: number
  /** Below 0: the subject has turned to their own left, in a picture that is not mirrored. */
  readonly yaw: number
  readonly pitch: number
  readonly roll: number
  /** 0 to 255, how light it is in the picture; absent where nobody looked. */
  readonly light?: number
  /** Absent when the face cannot be compared. */
  readonly embedding?: Float32Array
  /**
   * What pulling the columns of the call's first picture sideways does not explain of this face, as a share of its
   * variance: near 0 for a still that was stretched. Absent for the first, and where the head has hardly moved.
   */
  readonly unexplained?: number
  /**
   * The same of the mirror image of that first picture, for the one of itself: far below 1 where this one shows the face
   * the other way round. Absent where the other is.
   */
  readonly mirrored?: number
  /**
   * How little the picture differs from one before the head last moved, in grey levels; near 0 for one that comes
   * again.
   */
  readonly change?: number
  /** How much it differs from the picture before it, in grey levels. */
  readonly step?: number
}

export type Portrait = {
  readonly box: Box
  readonly score: number
  readonly embedding: Float32Array
  /** A second pass at another size finds the same face. Without it a mismatch says nothing. */
  readonly confirmed: boolean
  /** Other faces of its size or larger that a second pass finds too; a ghost of the portrait is smaller. */
  readonly others?: number
}

/** x, y, width, height. */
export type Box = readonly [number, number, number, number]

/** Clockwise, so that the picture stands upright. */
export type Rotation = 0 | 90 | 180 | 270

export type DocumentOcr = {
  readonly modelId: string
  read(image: Uint8Array, call?: EngineCall): Promise<DocumentReading>
}

export type DocumentType = 'RG' | 'CNH' | 'CIN' | 'PASSPORT' | 'CRNM' | 'UNKNOWN'

/** A machine-readable zone whose check digits hold. Days are `yyyy-MM-dd`. */
export type Mrz = {
  readonly kind: 'passport' | 'card'
  readonly number: string
  readonly name: string
  /** Who issued it, by ISO 3166-1 alpha-3; absent where it names none. No check digit covers it. */
  readonly issuer?: string
  /** Empty where a part of the day is not known, or no calendar has it. */
  readonly bornOn: string
  /** `forGood` where it names no end; empty where no calendar has it. */
  readonly expiresOn: string
  /** The zone had no room for the whole name. */
  readonly isNameCut?: boolean
}

/** Eleven digits whose check digits hold, a day `yyyy-MM-dd`, a name as it stands there. */
export type CodeClaims = {
  readonly cpf?: string
  readonly bornOn?: string
  readonly name?: string
}

export type DocumentReading = {
  readonly documentType: DocumentType
  readonly side: 'front' | 'back' | 'unknown'
  readonly fields: DocumentFields
  /** How many of the fields such a document shows; 0 for an unknown one. */
  readonly fieldsExpected: number
  /** The CPF has valid check digits and stands under its own label; otherwise it may be another number. */
  readonly isCpfLabelled: boolean
  /** `yyyy-MM-dd`, where the document says until when it is valid; `9999-12-31` where it says for good. */
  readonly expiresOn?: string
  /** Where its writing stands in the upright picture, as far as it was read; absent where nothing was. */
  readonly area?: Box
  /** Absent where the card fills the picture, or was not found in it. */
  readonly card?: Corners
  /** The paper is plain, as of a typed page; absent where nobody looked. */
  readonly isPlain?: boolean
  /** Too dark for its paper and its colours to be judged. */
  readonly isDark?: boolean
  readonly mrz?: Mrz
  /** The document has a machine-readable zone, but the check digits do not hold as it was read. */
  readonly isZoneUnread?: boolean
  /** The claims of a code in two dimensions, as far as it has plain text. */
  readonly code?: CodeClaims
  /** The number of a driving licence, eleven digits as read. */
  readonly licence?: string
  /** The card has no colours, as of a photocopy; absent where nobody looked. */
  readonly isGrey?: boolean
  /** The engine that has read the document. */
  readonly engine?: EngineName
  /** Absent where it does not look for forgeries. */
  readonly attack?: (typeof documentAttacks)[number]
  /** What the engine has checked beside the picture; absent when that is nothing. */
  readonly assurance?: (typeof assurances)[number]
  /** Reading took longer than it does for any document and was given up, so nothing is known of what it shows. */
  readonly isUnread?: boolean
  /** 0 to 100: how surely the words of the fields were read. */
  readonly confidence: number
  /** How the picture had to be turned to be read. */
  readonly turn: Rotation
}

/** As printed; empty when it is not on the document or could not be read. */
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

/** Euclidean distances between embeddings; `score` is 50 at `half` and falls off within some `slope`. */
export type FaceThresholds = {
  /** Up to here it is the same person. */
  readonly match: number
  /** Up to here somebody should look. */
  readonly review: number
  readonly half: number
  readonly slope: number
}

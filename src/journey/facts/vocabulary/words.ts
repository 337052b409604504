// Words and codes of facts, where several facts share them or the list is long. Providers must use the same ones: the
// types ensure it, and test/unit/journey/facts/words.test.ts does where they are derived from a table.

/** The results of comparing two names. */
export const nameVerdicts = ['same', 'doubtful', 'other'] as const

export const documentVerdicts = ['Aprovado', 'Inconclusivo', 'Reprovado'] as const

/**
 * The findings about a document. Its sub-status is the position of the first finding in this list, from 1, so new
 * findings are appended at the end.
 */
export const documentAlerts = [
  'CPF_MISMATCH', 'PORTRAIT_MISMATCH', 'DOCUMENT_EXPIRED', 'UNKNOWN_DOCUMENT', 'NAME_MISMATCH',
  'NO_PORTRAIT', 'LOW_CONFIDENCE', 'NOT_A_CARD', 'OTHER_FACE', 'SIDES_DIFFER', 'SIDE_MISSING',
  'CPF_UNREAD', 'BIRTHDATE_MISMATCH', 'MOTHER_MISMATCH', 'MRZ_MISMATCH', 'MRZ_UNREAD',
  'PORTRAIT_REVIEW', 'CODE_MISMATCH', 'NUMBER_INVALID', 'PHOTOCOPY', 'TOO_DARK', 'FILE_ALTERED',
  'FILE_UNPROVEN', 'FORGERY_SUSPECTED', 'NUMBER_MISMATCH',
] as const // prettier-ignore

/** The kinds of evidence on which a verdict about a document rests. */
export const assurances = ['picture-only', 'signed', 'official'] as const

/**
 * An engine’s findings about an attack: `presentation` of something in front of the camera, or `injection` of a video.
 */
export const livenessAttacks = ['none', 'presentation', 'injection', 'undecided'] as const

/** The findings about a document: `presentation` of a copy or a screen, or `alteration` of the document itself. */
export const documentAttacks = ['none', 'presentation', 'alteration', 'undecided'] as const

/** The results of comparing a selfie with an official base’s portrait, the best first. */
export const officialFaces = ['match', 'doubtful', 'no-match'] as const

export const faceVerdicts = ['match', 'review', 'no-match'] as const

/** The codes of those velocity insights that are alerts. */
export const velocityAlerts = [
  'VL001', 'VL002', 'VL003', 'VL004', 'VL005', 'VL006', 'VL007', 'VL008', 'VL009', 'VL010',
  'VL011', 'VL014', 'VL015',
] as const // prettier-ignore

/** The kinds of external lists. */
export const listKinds = ['sanction', 'exposed', 'debarment', 'wanted', 'media'] as const

/** The kinds of values that an entry of the tenant’s own lists can name. */
export const entryKinds = ['document', 'phone', 'address', 'device', 'card', 'face'] as const

export const cardSchemes = [
  'visa', 'mastercard', 'american-express', 'diners-club', 'discover', 'troy', 'jcb', 'unionpay',
  'naranja', 'verve', 'maestro', 'elo', 'mir', 'hiper', 'hipercard',
] as const // prettier-ignore

// Compares a document with the number and country of a person without a CPF. Pure.
import type { DocumentReading } from '#src/biometrics/engines/port.ts'

export type ForeignClaim = {
  readonly type: 'passport' | 'rnm'
  readonly number: string
  /** A code of ISO 3166-1 alpha-3. */
  readonly country?: string | undefined
}

/** Undefined if either is missing. An unread issuer is ignored, because no check digit covers it. */
export function isSameForeign(
  { documentType, mrz }: DocumentReading,
  claimed: ForeignClaim | undefined,
): boolean | undefined {
  if (!claimed || !mrz) return undefined
  const isSame =
    mrz.number === claimed.number &&
    (claimed.country === undefined || mrz.issuer === undefined || mrz.issuer === claimed.country)
  if (isSame) return true
  // It is not published how cards show an RNM in their zone, so a differing number there is no contradiction.
  return claimed.type === 'passport' && documentType === 'PASSPORT' ? false : undefined
}

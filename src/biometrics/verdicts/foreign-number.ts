// Whether a document is that of a transaction without a CPF, by number and country. Pure.
import type { DocumentReading } from '#src/biometrics/engines/port.ts'

export type ForeignClaim = {
  readonly type: 'passport' | 'rnm'
  readonly number: string
  /** By ISO 3166-1 alpha-3. */
  readonly country?: string | undefined
}

/** Undefined when either says nothing. No check digit covers the issuer, so one that cannot be read says nothing. */
export function isSameForeign(
  { documentType, mrz }: DocumentReading,
  claimed: ForeignClaim | undefined,
): boolean | undefined {
  if (!claimed || !mrz) return undefined
  const isSame =
    mrz.number === claimed.number &&
    (claimed.country === undefined || mrz.issuer === undefined || mrz.issuer === claimed.country)
  if (isSame) return true
  // How cards bear an RNM in their zone is not published, so that another number there is no contradiction.
  return claimed.type === 'passport' && documentType === 'PASSPORT' ? false : undefined
}

// The port of look-ups of e-mail domains and postal codes, types only.

/** Only a definite answer counts: whatever else came back has failed. */
export type LookUpAnswer<Found> = { readonly found: Found } | 'absent' | 'failed'

/** Never rejects with what was asked in the error. */
export type LookUp<Found> = (asked: string, signal: AbortSignal) => Promise<LookUpAnswer<Found>>

/** Whether a domain, in small letters and ASCII, takes mail; one that is not there is absent. */
export type MxLookUp = LookUp<{ readonly takesMail: boolean }>

/** Looks up a postal code of eight digits. `state` is its code; the city may be absent. */
export type ZipLookUp = LookUp<{ readonly state?: string; readonly city?: string }>

/** The look-ups that a deployment has. */
export type LookUpAccount = {
  readonly mx?: MxLookUp
  readonly cep?: ZipLookUp
}

/** What a client sees of it; a BIN is bought as a check. */
export type LookUpName = keyof LookUpAccount | 'bin'

export type LookUps = { readonly [Mode in 'sandbox' | 'live']: LookUpAccount }

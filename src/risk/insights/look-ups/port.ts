// The port of look-ups of e-mail domains and postal codes, types only.

/** Only a definite answer counts; any other result has `failed`. */
export type LookUpAnswer<Found> = { readonly found: Found } | 'absent' | 'failed'

/** An error never contains the value that was asked about. */
export type LookUp<Found> = (asked: string, signal: AbortSignal) => Promise<LookUpAnswer<Found>>

/** Whether a domain, in small letters and ASCII, accepts mail; a domain that does not exist is `absent`. */
export type MxLookUp = LookUp<{ readonly takesMail: boolean }>

/** Looks up a postal code of eight digits. `state` is its code; the city may be absent. */
export type ZipLookUp = LookUp<{ readonly state?: string; readonly city?: string }>

/** The look-ups that an account of the deployment offers. */
export type LookUpAccount = {
  readonly mx?: MxLookUp
  readonly cep?: ZipLookUp
}

/** The names of look-ups in answers; a BIN is bought as a check. */
export type LookUpName = keyof LookUpAccount | 'bin'

export type LookUps = { readonly [Mode in 'sandbox' | 'live']: LookUpAccount }

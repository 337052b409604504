// What is asked of others about an e-mail domain, a postal code or a BIN; types only.

/** Only a definite answer counts: whatever else came back has failed. */
export type LookUpAnswer<Found> = { readonly found: Found } | 'absent' | 'failed'

/** Never rejects with what was asked in the error. */
export type LookUp<Found> = (asked: string, signal: AbortSignal) => Promise<LookUpAnswer<Found>>

/** Whether a domain, in small letters and ASCII, takes mail; one that is not there is absent. */
export type MxLookUp = LookUp<{ readonly takesMail: boolean }>

/** Of eight digits. `state` is its code; a city may not be told. */
export type ZipLookUp = LookUp<{ readonly state?: string; readonly city?: string }>

/** What a register of BINs does not tell is left out: it is not a "no". */
export type BinFound = {
  /** ISO 3166, two letters. */
  readonly country?: string
  readonly prepaid?: boolean
  readonly funding?: 'credit' | 'debit'
}

/** Of six or eight digits. */
export type BinLookUp = LookUp<BinFound>

export type LookUpName = 'mx' | 'cep' | 'bin'

/** Those that a deployment has. */
export type LookUpAccount = {
  readonly mx?: MxLookUp
  readonly cep?: ZipLookUp
  readonly bin?: BinLookUp
}

export type LookUps = { readonly [Mode in 'sandbox' | 'live']: LookUpAccount }

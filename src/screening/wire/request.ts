// The questions to sources about a person, a company or a card; types only.
import { listServices } from '#src/journey/transaction/parts-schema.ts'

type Named = { readonly document: string; readonly name: string }
export type PersonSubject = Partial<Named> & {
  /** For a person without a CPF: the number of a passport, and its issuer by ISO 3166-1 alpha-3. */
  readonly passport?: string
  readonly passportCountry?: string
  /** For a person without a CPF: the number of Brazil's register of foreigners. */
  readonly rnm?: string
  readonly birthdate?: string
  readonly mothersName?: string
  readonly fathersName?: string
  readonly rg?: string
  readonly issuanceDateRg?: string
  readonly gender?: string
}

export type CompanySubject = Partial<Named> & {
  readonly tradeName?: string
  readonly openingDate?: string
  readonly email?: string
  readonly address?: Readonly<
    Partial<Record<'street' | 'number' | 'city' | 'state' | 'zipCode', string>>
  >
  readonly partners?: readonly Partial<Named>[]
  readonly legalRepresentatives?: readonly Partial<Named>[]
  readonly phones?: readonly { readonly areaCode?: string; readonly number?: string }[]
  readonly cnaes?: readonly string[]
}

export type CardSubject = { readonly bin: string; readonly last4?: string }

export type CreditSubject = { readonly document: string; readonly criterion: number }

/** A person, whose selfie the adapter opens when it asks. */
export type OfficialSubject = {
  /** A CPF without punctuation. */
  readonly document: string
  readonly name?: string
  readonly birthdate?: string
  readonly mothersName?: string
  readonly fathersName?: string
  /** The number of a driving licence, as it was read. */
  readonly licenceNumber?: string
  readonly shown: ShownIds
}

/** Our own ids, which no adapter sends. */
export type ShownIds = {
  /** The picture of the selfie, and the submission that contained it. */
  readonly selfieId: string
  readonly selfieOf: string
  /** The recognition of the asked document. */
  readonly documentOf: string
}

/** The subject of a service. It is personal data: unsealed for the call only, and stored nowhere. */
export type CheckRequest =
  | { readonly port: 'person-check'; readonly service: string; readonly subject: PersonSubject }
  | { readonly port: 'company-check'; readonly service: string; readonly subject: CompanySubject }
  | { readonly port: 'card-risk'; readonly service: string; readonly subject: CardSubject }
  | { readonly port: 'credit'; readonly service: string; readonly subject: CreditSubject }
  | {
      readonly port: 'official-match'
      readonly service: string
      readonly subject: OfficialSubject
    }

/** The number in capitals without punctuation, and its issuer by ISO 3166-1 alpha-3. */
export type ForeignNumber = { readonly number: string; readonly country: string | undefined }

/** Undefined for a person with a CPF and for a company. `subject` may be that of any port. */
export function foreignOf(subject: object): ForeignNumber | undefined {
  // Safe because only subjects of persons have these fields.
  const { passport, passportCountry, rnm } = subject as PersonSubject
  if (passport) return { number: passport, country: passportCountry }
  return rnm ? { number: rnm, country: 'BRA' } : undefined
}

/** Registers of people are asked by CPF. A person without one is unknown there, which does not mean clean. */
export const canBeAsked = (subject: object, service: string): boolean =>
  foreignOf(subject) === undefined || listServices.includes(service)

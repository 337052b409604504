// What is asked of whoever knows something of a person, a company or a card, types only.
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

/** A person; the adapter opens their selfie when it asks. */
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

/** The service's own ids, which no adapter sends. */
export type ShownIds = {
  /** The picture of the selfie, and the submission that brought it. */
  readonly selfieId: string
  readonly selfieOf: string
  /** The recognition of the document that is asked about. */
  readonly documentOf: string
}

/** Whom a service is asked about. Personal data: it is unsealed where it is asked and ends there. */
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

/** In capitals without punctuation, and by ISO 3166-1 alpha-3 who issued it. */
export type ForeignNumber = { readonly number: string; readonly country: string | undefined }

/** Undefined for whoever has a CPF, or is a company. `subject`: of any port. */
export function foreignOf(subject: object): ForeignNumber | undefined {
  // Safe because a subject of people alone has these fields.
  const { passport, passportCountry, rnm } = subject as PersonSubject
  if (passport) return { number: passport, country: passportCountry }
  return rnm ? { number: rnm, country: 'BRA' } : undefined
}

/** Registers of people are asked by CPF: whoever has another document alone is unknown there, and not clean. */
export const canBeAsked = (subject: object, service: string): boolean =>
  foreignOf(subject) === undefined || listServices.includes(service)

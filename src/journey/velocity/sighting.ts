// Sightings: values that are searched for across the transactions of one tenant and mode, by keyed hashes only.
import type { Documented, DocumentType } from '#src/journey/transaction/document-schema.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'

export type SightingKind =
  | 'document'
  | 'name'
  | 'birthdate'
  | 'phone'
  | 'email'
  | 'device'
  | 'card'
  /** The client's own reference for the transaction: it is searched for but never counted. */
  | 'reference'
  /** Used only in lists. */
  | 'address'
  /** A document for which a liveness challenge was requested. */
  | 'challenged-document'
  | 'challenged-device'

/** A value in the normal form of its capability, so that different spellings are one text. */
export type Sighting = { readonly kind: SightingKind; readonly value: string }

/**
 * All recorders, counters and lists of a document use this form, because another spelling would be another document.
 * Passports of two states may have the same number; every other document is Brazil's, whether the country was sent or
 * not.
 */
export const documentValue = ({ documentType, document, documentCountry }: Documented): string =>
  documentType === 'passport'
    ? `${documentType}:${documentCountry ?? ''}:${document}`
    : `${documentType}:${document}`

/**
 * The sandbox documents that are counted as in live: `0027` stands before the check digits of a CPF, in the order
 * number of a CNPJ, or at the end of another number.
 */
const counted: Readonly<Record<DocumentType, RegExp>> = {
  cpf: /^\d{5}0027/,
  cnpj: /^.{8}0027/,
  passport: /0027$/,
  rnm: /0027$/,
}

/** Tests in the sandbox repeat the same few documents, phones and devices, so these are not counted. */
export const isCounted = (
  { mode }: Pick<Owner, 'mode'>,
  { documentType, document }: Documented,
): boolean => mode === 'live' || counted[documentType].test(document)

/**
 * Names the last value of a kind that a transaction has shown, for a question asked when the value itself is no longer
 * known.
 */
export type LastSighting = { readonly last: SightingKind; readonly by: string }

export type Question = {
  /** The value whose sightings are counted. */
  readonly of: Sighting | LastSighting
  /**
   * Counts sightings (`attempts`), transactions, or the distinct values of a kind that those transactions have shown.
   */
  readonly count: 'attempts' | 'transactions' | SightingKind
  readonly withinMs: number
  /** The asking transaction’s own values of the counted kind, which count once whatever hash key was used. */
  readonly own?: readonly string[]
}

/** The parts of a sighting’s keyed hash. */
export const partsOf = (
  { tenant, mode }: Owner,
  { kind, value }: Sighting,
): readonly [string, ...string[]] => ['sighting', tenant, mode, kind, value]

/** The hashes under every hash key, the current one first. */
export const hashesOf = (sealer: Sealer, owner: Owner, sighting: Sighting): Buffer[] =>
  sealer.hashes(...partsOf(owner, sighting))

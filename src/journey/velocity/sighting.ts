// Sightings: values that are looked for across the transactions of one tenant and mode, by keyed hashes alone.
import type { StoredFields } from '#src/journey/transaction/schema.ts'
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
  /** Looked for in lists alone. */
  | 'address'
  /** A document for which a liveness challenge was asked. */
  | 'challenged-document'
  | 'challenged-device'

/** A value as its capability has normalised it: two spellings of one thing are one text. */
export type Sighting = { readonly kind: SightingKind; readonly value: string }

type Documented = Pick<StoredFields, 'documentType' | 'document'>

/** Everybody who records or counts a document writes it so: another spelling would be another document. */
export const documentValue = ({ documentType, document }: Documented): string =>
  `${documentType}:${document}`

/** Of a document of the sandbox with this ending the others are counted, as in live: before the check digits of a CPF, the order number of a CNPJ. */
const countedEnding = /^(?:\d{5}0027\d{2}|.{8}0027\d{2})$/

/** Whoever tries out the sandbox comes with the same few documents, phones and devices: of them nothing is counted. */
export const isCounted = ({ mode }: Pick<Owner, 'mode'>, document: string): boolean =>
  mode === 'live' || countedEnding.test(document)

/** What a transaction has shown last of a kind, where nobody has the value any more. */
export type LastSighting = { readonly last: SightingKind; readonly by: string }

export type Question = {
  /** Whose sightings are counted. */
  readonly of: Sighting | LastSighting
  /**
   * Sightings (`attempts`), transactions, or the different values of a kind that those transactions have
   * shown.
   */
  readonly count: 'attempts' | 'transactions' | SightingKind
  readonly withinMs: number
  /** Where values of a kind are counted: the asker's own, which count once whatever key they were hashed with. */
  readonly own?: readonly string[]
}

/** The parts of a keyed hash. */
export const partsOf = (
  { tenant, mode }: Owner,
  { kind, value }: Sighting,
): readonly [string, ...string[]] => ['sighting', tenant, mode, kind, value]

/** Under every hash key, the current one first. */
export const hashesOf = (sealer: Sealer, owner: Owner, sighting: Sighting): Buffer[] =>
  sealer.hashes(...partsOf(owner, sighting))

// Converts search values to keyed hashes under every hash key, so that values hashed before a rotation are found too.
import { type Documented, fitsType } from '#src/journey/transaction/document-schema.ts'
import { documentValue, hashesOf, type Sighting } from '#src/journey/velocity/sighting.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { phoneKey } from '#src/risk/insights/keys.ts'
import { mailboxKey, parseMailbox } from '#src/risk/insights/mailbox.ts'
import type { TransactionSearch } from './schema.ts'

type Asked = {
  readonly [Name in keyof Documented]?: Documented[Name] | undefined
} & Pick<TransactionSearch, 'phone' | 'email'>

/** One list of hashes per value, all of which must match; undefined where a value cannot match anything. */
export function toSought(
  sealer: Sealer,
  owner: Owner,
  asked: Asked,
): readonly (readonly Buffer[])[] | undefined {
  const values = toSightings(asked)
  return values.some((one) => one.length === 0)
    ? undefined
    : values.map((one) => one.flatMap((sighting) => hashesOf(sealer, owner, sighting)))
}

/** Of each value what it may be. */
function toSightings({ phone, email, ...asked }: Asked): (readonly Sighting[])[] {
  return [
    ...(asked.document === undefined ? [] : [ofKind('document', toDocuments(asked))]),
    ...(phone === undefined ? [] : [ofKind('phone', [phoneKey(phone)])]),
    ...(email === undefined ? [] : [ofKind('email', [toMailbox(email)])]),
  ]
}

const ofKind = (kind: Sighting['kind'], values: readonly (string | undefined)[]): Sighting[] =>
  values.flatMap((value) => (value === undefined ? [] : [{ kind, value }]))

const unsaid = ['cpf', 'cnpj', 'rnm'] as const
const ofCountry = ['passport'] as const

/** By its form a number may be of several types; what has the form of none can never have been accepted. */
function toDocuments({ document = '', documentType: said, documentCountry }: Asked): string[] {
  const types = said ? [said] : documentCountry ? ofCountry : unsaid
  return types
    .filter((documentType) => fitsType({ documentType, document }))
    .map((documentType) =>
      documentValue({ documentType, document, ...(documentCountry && { documentCountry }) }),
    )
}

function toMailbox(email: string): string | undefined {
  const mailbox = parseMailbox(email)
  return mailbox && mailboxKey(mailbox)
}

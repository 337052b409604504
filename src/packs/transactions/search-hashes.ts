// Converts search values to keyed hashes under every hash key, so that values hashed before a rotation are found too.
import { documentValue, hashesOf, type Sighting } from '#src/journey/velocity/sighting.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { phoneKey } from '#src/risk/insights/keys.ts'
import { mailboxKey, parseMailbox } from '#src/risk/insights/mailbox.ts'
import type { TransactionSearch } from './schema.ts'

type Asked = Pick<TransactionSearch, 'document' | 'phone' | 'email'>

/** One list of hashes per value, all of which must match; undefined where a value cannot match anything. */
export function toSought(
  sealer: Sealer,
  owner: Owner,
  asked: Asked,
): readonly (readonly Buffer[])[] | undefined {
  const sightings = toSightings(asked)
  return sightings.some((one) => one === undefined)
    ? undefined
    : sightings.flatMap((one) => (one ? [hashesOf(sealer, owner, one)] : []))
}

function toSightings({ document, phone, email }: Asked): (Sighting | undefined)[] {
  return [
    ...(document === undefined ? [] : [ofKind('document', toDocument(document))]),
    ...(phone === undefined ? [] : [ofKind('phone', phoneKey(phone))]),
    ...(email === undefined ? [] : [ofKind('email', toMailbox(email))]),
  ]
}

const ofKind = (kind: Sighting['kind'], value: string | undefined): Sighting | undefined =>
  value === undefined ? undefined : { kind, value }

/** A document of another length can never have been accepted. */
function toDocument(document: string): string | undefined {
  const documentType = ({ 11: 'cpf', 14: 'cnpj' } as const)[document.length]
  return documentType && documentValue({ documentType, document })
}

function toMailbox(email: string): string | undefined {
  const mailbox = parseMailbox(email)
  return mailbox && mailboxKey(mailbox)
}

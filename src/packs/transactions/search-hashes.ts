// What a search looks for, as keyed hashes under every hash key: what was hashed before a rotation is found too.
import { documentValue, hashesOf, type Sighting } from '#src/journey/velocity/sighting.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { phoneKey } from '#src/risk/insights/keys.ts'
import { mailboxKey, parseMailbox } from '#src/risk/insights/mailbox.ts'
import type { TransactionSearch } from './schema.ts'

type Asked = Pick<TransactionSearch, 'document' | 'phone' | 'email'>

/** A list for each value that is named, all of which must be met; undefined where one can name nothing. */
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

/** A document of another length is none that was ever taken. */
function toDocument(document: string): string | undefined {
  const documentType = ({ 11: 'cpf', 14: 'cnpj' } as const)[document.length]
  return documentType && documentValue({ documentType, document })
}

function toMailbox(email: string): string | undefined {
  const mailbox = parseMailbox(email)
  return mailbox && mailboxKey(mailbox)
}

// Whether a check was about the transaction's own person or company. What is about anybody else, whoever was named in
// its parameters, never becomes a fact of the transaction's own. Pure.
import { toName } from '#src/journey/names/fold.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { isSameCompany, isSamePerson } from '#src/screening/answers/names.ts'
import type { Port } from '#src/screening/orders/port.ts'
import type { Subject } from '#src/screening/orders/store.ts'
import { toDocument } from '#src/screening/answers/subject.ts'

type Party = {
  readonly document?: string | undefined
  readonly name?: string | undefined
  readonly birthdate?: string | undefined
}

export function isOwn(port: Port, subject: Subject, fields: StoredFields): boolean {
  switch (port) {
    case 'card-risk':
    case 'credit':
    case 'official-match':
      return true
    case 'person-check':
      return fields.documentType === 'cpf' && isParty(subject as Party, fields, isSamePerson)
    case 'company-check':
      return isParty(subject as Party, ownCompany(fields), isSameCompany)
  }
}

/** Of a person's transaction it is the second document. */
function ownCompany(fields: StoredFields): Party {
  if (fields.documentType === 'cnpj') return fields
  const isCompany = fields.secondaryDocumentType?.toLowerCase() === 'cnpj'
  return isCompany ? { document: fields.secondaryDocument } : {}
}

/** The number must be the same; a name or a birth date that surely or perhaps differs is somebody else's. */
function isParty(
  subject: Party,
  own: Party,
  isSame: (one: string | undefined, other: string | undefined) => boolean | undefined,
): boolean {
  const document = toDocument(subject.document)
  if (!document || document !== toDocument(own.document)) return false
  const { name, birthdate } = subject
  const isNamed = !name || !own.name || name === own.name || isSame(name, own.name) === true
  return isNamed && (!birthdate || !own.birthdate || birthdate === own.birthdate)
}

/** Lists and records are searched by name: where there is one, who was asked about without it was not looked for. */
export function isAskedByName(subject: Subject, { name }: Pick<StoredFields, 'name'>): boolean {
  return !name || ('name' in subject && toName(subject.name) !== undefined)
}

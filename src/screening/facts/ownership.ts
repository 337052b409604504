// Decides whether a check was about the transaction's own person or company. A check on anybody else never becomes a
// fact about the transaction's own subject. Pure.
import { toName } from '#src/journey/names/fold.ts'
import { isPerson } from '#src/journey/transaction/rules.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { isSameCompany, isSamePerson } from '#src/screening/answers/names.ts'
import type { Port } from '#src/screening/orders/port.ts'
import type { Subject } from '#src/screening/orders/store.ts'
import { numberOf, toDocument } from '#src/screening/answers/subject.ts'
import { foreignOf, type PersonSubject } from '#src/screening/wire/request.ts'

type Party = Pick<PersonSubject, 'passport' | 'passportCountry' | 'rnm'> & {
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
      return isPerson(fields) && isParty(subject as Party, ownPerson(fields), isSamePerson)
    case 'company-check':
      return isParty(subject as Party, ownCompany(fields), isSameCompany)
  }
}

const ownPerson = (fields: StoredFields): Party => ({
  ...numberOf(fields),
  name: fields.name,
  birthdate: fields.birthdate,
})

/** A person's transaction may name a company as its second document. */
function ownCompany(fields: StoredFields): Party {
  if (fields.documentType === 'cnpj') return fields
  const isCompany = fields.secondaryDocumentType?.toLowerCase() === 'cnpj'
  return isCompany ? { document: fields.secondaryDocument } : {}
}

/**
 * Whether the subject is the transaction's own: the number must be the same, and a name or birth date that differs, or
 * may differ, means somebody else.
 */
function isParty(
  subject: Party,
  own: Party,
  isSame: (one: string | undefined, other: string | undefined) => boolean | undefined,
): boolean {
  const number = keyOf(subject)
  if (number === undefined || number !== keyOf(own)) return false
  const { name, birthdate } = subject
  const isNamed = !name || !own.name || name === own.name || isSame(name, own.name) === true
  return isNamed && (!birthdate || !own.birthdate || birthdate === own.birthdate)
}

/** The key includes the country, because passports of two states may have the same number. */
function keyOf(party: Party): string | undefined {
  const foreign = foreignOf(party)
  if (foreign) return `${foreign.country} ${foreign.number}`
  return toDocument(party.document) || undefined
}

/**
 * Whether the subject was searched for by name. Lists and records are searched by name, so a question without the known
 * name found nobody.
 */
export function isAskedByName(subject: Subject, { name }: Pick<StoredFields, 'name'>): boolean {
  return !name || ('name' in subject && toName(subject.name) !== undefined)
}

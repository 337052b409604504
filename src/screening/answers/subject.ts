// Builds the subject of a check from its request, filled up with the transaction's own data where the request has none
// that can be read.
import { toName } from '#src/journey/names/fold.ts'
import { comparabilityOfPerson } from '#src/journey/names/persons.ts'
import { isPerson } from '#src/journey/transaction/rules.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import type { CheckAnswer } from '#src/screening/orders/port.ts'
import { type CompanySubject, foreignOf, type PersonSubject } from '#src/screening/wire/request.ts'
import type { Subject } from '#src/screening/orders/store.ts'

/** A company's transaction adds nothing, because its name and document are not a person's. */
export function personOf(fields: StoredFields, given: PersonSubject = {}): PersonSubject {
  if (!isPerson(fields)) return withNames(given, toPersonName)
  const { name, birthdate, mothersName, fatherName, gender } = fields
  const isCard = fields.secondaryDocumentType?.toLowerCase() === 'rg'
  return withNames(
    {
      ...(given.document ? {} : numberOf(fields)),
      name,
      birthdate,
      mothersName,
      fathersName: fatherName,
      gender,
      rg: isCard ? fields.secondaryDocument : undefined,
      issuanceDateRg: isCard ? fields.issuanceDateSecondaryDocument : undefined,
      ...withNames(given, toPersonName),
    },
    toPersonName,
  )
}

/** Only a CPF is sent as `document`, so that no register that is asked by CPF takes another number for one. */
export function numberOf({ documentType, document, documentCountry }: StoredFields): PersonSubject {
  switch (documentType) {
    case 'passport':
      return { passport: document, ...(documentCountry && { passportCountry: documentCountry }) }
    case 'rnm':
      return { rnm: document }
    case 'cpf':
    case 'cnpj':
      return { document }
  }
}

const toPersonName = (text: string): string | undefined =>
  comparabilityOfPerson(text) === 'none' ? undefined : toName(text)

/** A person's transaction may name a company as its second document. */
export function companyOf(fields: StoredFields, given: CompanySubject = {}): CompanySubject {
  if (fields.documentType !== 'cnpj') {
    const isCompany = fields.secondaryDocumentType?.toLowerCase() === 'cnpj'
    const document = isCompany ? toDocument(fields.secondaryDocument) : undefined
    return withNames({ document, ...given })
  }
  const { document, name, tradeName, cnaes, partners, legalRepresentatives, email, address } =
    fields
  return withNames({
    document,
    name,
    tradeName,
    email,
    address: address && present(pickAddress(address)),
    partners: partners?.map(({ document: own, name: called }) =>
      present({ document: own, name: called }),
    ),
    legalRepresentatives: legalRepresentatives?.map(({ document: own, name: called }) =>
      present({ document: own, name: called }),
    ),
    cnaes,
    ...withNames(given),
  })
}

const pickAddress = ({
  street,
  number,
  city,
  state,
  zipCode,
}: NonNullable<StoredFields['address']>) => ({ street, number, city, state, zipCode })

const names = ['name', 'mothersName', 'fathersName', 'tradeName']

/** Reads the names of a subject and of its partners and representatives, and leaves out what is undefined. */
function withNames<T extends object>(
  subject: T,
  readName: (text: string) => string | undefined = toName,
): Partial<Present<T>> {
  const read = (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => (isObject(one) ? withNames(one) : one))
    return names.includes(key) && typeof value === 'string' ? readName(value) : value
  }
  // Safe because each value is replaced by one of its type, or left out when it is undefined.
  return present(
    Object.fromEntries(Object.entries(subject).map(([key, value]) => [key, read(key, value)])),
  ) as Partial<Present<T>>
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

export const hasSubject = (subject: PersonSubject | CompanySubject): boolean =>
  (subject.document ?? '') !== '' ||
  (subject.name ?? '').trim() !== '' ||
  foreignOf(subject) !== undefined

/** Without punctuation, in capitals. */
export const toDocument = (text: string | undefined): string | undefined =>
  text?.replace(/[^0-9A-Za-z]/g, '').toUpperCase()

/** False when the answer names another document; a masked one must agree where it shows something. */
export function isAbout(subject: Subject, answer: CheckAnswer): boolean {
  const asked = 'document' in subject ? toDocument(subject.document) : undefined
  const named = 'document' in answer ? answer.document : undefined
  if (asked === undefined || asked === '' || named === undefined) return true
  return (
    named.length === asked.length &&
    Array.from(named).every((character, index) => character === '*' || character === asked[index])
  )
}

type Present<T> = { -readonly [K in keyof T]: Exclude<T[K], undefined> }

/** Leaves out undefined fields. */
function present<T extends object>(fields: T): Partial<Present<T>> {
  // Safe because exactly the undefined fields are left out.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Present<T>>
}

// The fields of a transaction that conditions can read. Personal texts allow only comparison for equality and `has()`,
// so that no condition can extract a person’s data.
import type { CelFields, CelType } from '#src/platform/cel/variables.ts'
import { passportIssuers } from '#src/journey/transaction/country-rules.ts'
import { storedType } from '#src/journey/transaction/document-schema.ts'
import { type Created, type StoredFields, toAnswer } from '#src/journey/transaction/schema.ts'

type Field = { readonly type: CelType; readonly meaning: string; readonly isPersonal?: true }
type Fields = { readonly [name: string]: Field | { readonly fields: Fields } }

const text = (meaning: string): Field => ({ type: 'string', meaning })
const personal = (meaning: string): Field => ({ type: 'string', meaning, isPersonal: true })
const number = (meaning: string): Field => ({ type: 'double', meaning })

const transactionFields: Fields = {
  documentType: {
    type: { oneOf: storedType.options },
    meaning: '`cpf`, `cnpj`, `passport` or `rnm`.',
  },
  documentCountry: {
    type: { oneOf: passportIssuers },
    meaning:
      'Who issued it, by ISO 3166-1 alpha-3; absent of a document of Brazil that names none.',
  },
  type: number('As the client sent it; 1 without.'),
  criterion: number('As the client sent it.'),
  channelId: text('As the client sent it.'),
  createdAt: text('ISO 8601 in UTC: compares as text.'),
  referenceDate: text('ISO 8601 in UTC.'),
  birthdate: text('`yyyy-MM-dd`.'),
  issuanceDateDocument: text('`yyyy-MM-dd`.'),
  issuanceDateSecondaryDocument: text('`yyyy-MM-dd`.'),
  secondaryDocumentType: text('As the client sent it.'),
  genericFields: { type: { map: 'string' }, meaning: 'By its key: `genericFields["campaign"]`.' },
  vehicle: {
    fields: {
      proposedDate: text('ISO 8601, as sent.'),
      financingAmount: number('Rounded to two decimals.'),
      marketValue: number('Rounded to two decimals.'),
      vehicleManufacturingYear: number('A year.'),
      storeState: text('Of the store.'),
      licensePlateState: text('Of the plate.'),
      vehicleRegistrationState: text('Of the registration.'),
      vehicleLicensePlate: personal('The plate.'),
    },
  },
  address: {
    fields: {
      country: text('As sent.'),
      state: text('As sent.'),
      city: personal('As sent.'),
      zipCode: personal('As sent.'),
      street: personal('As sent.'),
      number: personal('As sent.'),
      district: personal('As sent.'),
      complement: personal('As sent.'),
    },
  },
  document: personal('Without punctuation.'),
  name: personal('As sent.'),
  socialName: personal('As sent.'),
  mothersName: personal('As sent.'),
  fatherName: personal('As sent.'),
  gender: personal('As sent.'),
  email: personal('As sent.'),
  tradeName: personal('As sent.'),
  secondaryDocument: personal('As sent.'),
  sessionId: personal('As sent.'),
  identifierId: personal('As sent.'),
}

const typesOf = (fields: Fields): CelFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, one]) => [
      name,
      'fields' in one ? { record: typesOf(one.fields) } : one.type,
    ]),
  )

export const transactionTypes: CelFields = typesOf(transactionFields)

/** Every field with its path, such as `transaction.address.city`. */
export function* eachField(
  fields: Fields = transactionFields,
  path = 'transaction',
): Generator<[string, Field]> {
  for (const [name, one] of Object.entries(fields))
    if ('fields' in one) yield* eachField(one.fields, `${path}.${name}`)
    else yield [`${path}.${name}`, one]
}

/** The paths that a condition may only compare. */
export const personalPaths: ReadonlySet<string> = new Set(
  [...eachField()].flatMap(([path, { isPersonal }]) => (isPersonal ? [path] : [])),
)

/** The transaction in the form that conditions read; undeclared fields are invisible. */
export const transactionSeen = (
  fields: StoredFields,
  created: Created,
): Readonly<Record<string, unknown>> => ({ vehicle: {}, address: {}, ...toAnswer(fields, created) })

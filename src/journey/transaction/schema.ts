// The schemas of a transaction: what a client sends, what is stored, and what is answered. No other file knows the
// field names of the API.
import { z } from 'zod'
import {
  document,
  documentCountry,
  documentType,
  storedDocument,
  storedType,
  whole,
} from './document-schema.ts'
import { demandsOfTypes } from './demands-schema.ts'
import {
  calendarDate,
  dateTime,
  genericFields,
  list,
  text,
  toUtc,
  utcDateTime,
} from './fields-schema.ts'
import {
  Address,
  canBeAsked,
  Card,
  PackVehicle,
  Party,
  Phone,
  Services,
  servicesFault,
  Vehicle,
} from './parts-schema.ts'

const optionalText = text().exactOptional()
const phones = list(Phone)

const example = {
  id: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
  createdAt: '2026-11-20T14:03:27.123Z',
  documentType: 'cpf',
  document: '52998224725',
  verifiedEmail: false,
  type: 1,
  genericFields: { campaign: 'spring' },
  referenceDate: '2026-11-20T14:03:27.123Z',
}

/** The fields that a client sends and the service keeps. */
export const storedFields = {
  documentType,
  document,
  documentCountry: documentCountry.exactOptional(),
  name: optionalText,
  socialName: optionalText,
  birthdate: calendarDate.exactOptional(),
  mothersName: optionalText,
  fatherName: optionalText,
  gender: optionalText,
  email: optionalText,
  verifiedEmail: z.boolean().default(false),
  sessionId: optionalText,
  identifierId: optionalText,
  identifierDate: dateTime.exactOptional(),
  navigationid: optionalText,
  channelId: text().nullable().exactOptional(),
  type: z.int().default(1),
  criterion: z.int().exactOptional(),
  genericFields: genericFields.nullable().exactOptional(),
  address: Address.exactOptional(),
  phone: Phone.exactOptional(),
  phones: phones.exactOptional(),
  card: Card.exactOptional(),
  vehicle: Vehicle.exactOptional(),
  secondaryDocumentType: optionalText,
  secondaryDocument: optionalText,
  issuanceDateDocument: calendarDate.exactOptional(),
  issuanceDateSecondaryDocument: calendarDate.exactOptional(),
  tradeName: optionalText,
  cnaes: list(text()).exactOptional(),
  services: Services.exactOptional(),
  partners: list(Party).exactOptional(),
  legalRepresentatives: list(Party).exactOptional(),
}

const sentPhones = phones.meta({
  description: 'Up to 100 phones; answers spell it `phones`. Where both are sent, `Phones` counts.',
})

/** The body of a creation. Its output is what is stored, with the letter cases and roundings of the answer. */
export const CreateTransaction = whole(
  z.object({
    ...storedFields,
    Phones: sentPhones.exactOptional(),
    phones: phones.meta({ description: 'The same as `Phones`.', deprecated: true }).exactOptional(),
  }),
)
  .refine(canBeAsked, servicesFault)
  .transform(({ Phones, ...fields }) => ({ ...fields, ...(Phones && { phones: Phones }) }))
  .meta({
    id: 'CreateTransaction',
    description: 'A person or company to verify. Unknown fields are ignored.',
    example: {
      documentType: 'CPF',
      document: '529.982.247-25',
      genericFields: { campaign: 'spring' },
    },
    ...demandsOfTypes,
  })

const Parent = z.object({ transactionId: z.uuid(), runId: z.uuid(), step: z.string() }).meta({
  id: 'ParentTransaction',
  description: 'The run that has made the transaction for somebody on its list, and its step.',
})

/**
 * The fields that are sealed as JSON in Postgres: those of the answer except for the service’s own. `parent` is of a
 * transaction that a run has made, and no client sends it.
 */
export type StoredFields = z.output<typeof CreateTransaction> & {
  readonly parent?: z.output<typeof Parent>
}

/** A transaction as the creation and `GET /v1/transaction/{id}` answer it. */
export const Transaction = z
  .object({
    id: z.uuid(),
    createdAt: utcDateTime,
    ...storedFields,
    documentType: storedType,
    document: storedDocument,
    parent: Parent.exactOptional(),
    referenceDate: utcDateTime.meta({
      description: '`identifierDate` in UTC if the client sent one, else `createdAt`.',
    }),
  })
  .meta({
    id: 'Transaction',
    description: 'A stored transaction. A field that was not sent is absent.',
    example,
  })
export type Transaction = z.output<typeof Transaction>

/** A transaction as the pack query answers it: the field `Vehicle` and its keys begin with a capital. */
export const PackTransaction = Transaction.omit({ vehicle: true })
  .extend({ Vehicle: PackVehicle.exactOptional() })
  .meta({
    id: 'PackTransaction',
    description: 'A transaction as the pack query spells it.',
    example,
  })
export type PackTransaction = z.output<typeof PackTransaction>

/** The fields that the service adds to those of the client. */
export type Created = { readonly id: string; readonly createdAt: Date }

export function toAnswer(fields: StoredFields, { id, createdAt }: Created): Transaction {
  return {
    id,
    createdAt: createdAt.toISOString(),
    ...fields,
    referenceDate: fields.identifierDate ? toUtc(fields.identifierDate) : createdAt.toISOString(),
  }
}

export function toPackTransaction(fields: StoredFields, created: Created): PackTransaction {
  const { vehicle, ...answer } = toAnswer(fields, created)
  return { ...answer, ...(vehicle && { Vehicle: capitalise(vehicle) }) }
}

/** Safe because the keys of a pack are the vehicle’s with a capital, as the type says. */
function capitalise(vehicle: Vehicle): PackVehicle {
  const entries = Object.entries(vehicle).map(([key, value]) => [
    key.charAt(0).toUpperCase() + key.slice(1),
    value,
  ])
  return Object.fromEntries(entries) as { [K in keyof Vehicle as Capitalize<K>]: Vehicle[K] }
}

import { z } from 'zod'
import { CompanyResult, PersonResult } from '#src/screening/wire/schema.ts'
import { again } from '#src/journey/idempotency/again-schema.ts'
import { document, fitsType } from '#src/journey/transaction/document-schema.ts'
import { dateTime, list, text } from '#src/journey/transaction/fields-schema.ts'
import {
  LegalBasis,
  companyServices,
  personServices,
} from '#src/journey/transaction/parts-schema.ts'
import { toDate } from './rules.ts'

const optionalText = text().exactOptional()

/** An empty text counts as a missing one. */
const optionalDate = text()
  .refine((value) => value.trim() === '' || isDay(value), {
    error: 'must be a day of the calendar: yyyy-MM-dd, a date-time in ISO 8601, or dd/MM/yyyy',
    params: { code: 'format' },
  })
  .meta({
    description: 'A day of the calendar: `yyyy-MM-dd`, a date-time in ISO 8601, or `dd/MM/yyyy`.',
    example: '1990-05-17',
  })
  .exactOptional()

const isDay = (value: string): boolean =>
  toDate(value) !== undefined && (!value.includes('T') || dateTime.safeParse(value.trim()).success)

const optionalDocument = (type: 'cpf' | 'cnpj', form: string, example: string) =>
  text()
    .refine((value) => value.trim() === '' || isDocument(type, value), {
      error: form,
      params: { code: 'format' },
    })
    .meta({
      description: `${form[0]?.toUpperCase()}${form.slice(1)}, with punctuation or without.`,
      example,
    })
    .exactOptional()

/** Accepts the same spellings as the document of a transaction. */
function isDocument(documentType: 'cpf' | 'cnpj', value: string): boolean {
  const { data } = document.safeParse(value)
  return data !== undefined && fitsType({ documentType, document: data })
}

const cpf = optionalDocument('cpf', 'a CPF has 11 digits', '52998224725')
const cnpj = optionalDocument(
  'cnpj',
  'a CNPJ has 12 letters or digits and then 2 digits',
  '11222333000181',
)

const PersonParams = z.object({
  cpf,
  fullName: optionalText,
  birthDate: optionalDate,
  mothersName: optionalText,
  fathersName: optionalText,
  rg: optionalText,
  issuanceDateRg: optionalDate,
  gender: optionalText,
})
export type PersonParams = z.output<typeof PersonParams>

export const CheckPerson = z
  .object({
    checkParams: PersonParams.default({}),
    services: z.array(z.enum(personServices)).min(1).max(personServices.length),
    again,
    legalBasis: LegalBasis.exactOptional(),
  })
  .meta({
    id: 'CheckPerson',
    description:
      'What is absent of `checkParams`, or a name that cannot be read, is taken from the transaction of a person. Unknown fields are ignored.',
    example: { services: ['BasicInfos', 'Sanctions', 'Pep'] },
  })

const CompanyParams = z.object({
  document: cnpj,
  companyName: optionalText,
  fantasyName: optionalText,
  openingDate: optionalDate,
  email: optionalText,
  address: z
    .object({
      street: optionalText,
      number: optionalText,
      city: optionalText,
      state: optionalText,
      zipCode: optionalText,
    })
    .exactOptional(),
  partners: list(z.object({ document: optionalText, partnerName: optionalText })).exactOptional(),
  legalRepresentatives: list(
    z.object({ document: optionalText, name: optionalText }),
  ).exactOptional(),
  phones: list(z.object({ areaCode: optionalText, number: optionalText })).exactOptional(),
  cnaes: list(z.object({ code: optionalText })).exactOptional(),
})
export type CompanyParams = z.output<typeof CompanyParams>

export const CheckCompany = z
  .object({
    checkParams: CompanyParams.default({}),
    services: z.array(z.enum(companyServices)).min(1).max(companyServices.length),
    again,
    legalBasis: LegalBasis.exactOptional(),
  })
  .meta({
    id: 'CheckCompany',
    description:
      'What is absent of `checkParams`, or a name that cannot be read, is taken from the transaction of a company. Unknown fields are ignored.',
    example: {
      checkParams: { document: '11222333000181' },
      services: ['CompanyRegistry', 'Sanctions'],
    },
  })

export const BackgroundCheckReference = z
  .object({ transactionId: z.uuid(), backgroundCheckId: z.uuid() })
  .meta({
    id: 'BackgroundCheckReference',
    description: 'Where the results of a check will be.',
    example: {
      transactionId: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
      backgroundCheckId: '019a9f3d-11aa-7c3d-8a52-0b6f7f3f1c90',
    },
  })

const metaOf = (schema: z.ZodType) => schema.meta() ?? {}

const CheckedService = z
  .object({
    name: z.string(),
    status: z.enum(['pending', 'processing', 'completed', 'failed']),
    failure: z
      .string()
      .exactOptional()
      .meta({ description: 'Why it has failed: a technical reason, never a verdict.' }),
    result: z
      // Both schemas are strict, so that a result with fields of the other kind matches only the other schema.
      .union([
        PersonResult.strict().meta(metaOf(PersonResult)),
        CompanyResult.strict().meta(metaOf(CompanyResult)),
      ])
      .exactOptional()
      .meta({ description: 'Absent when the source has nothing about the subject.' }),
    values: z
      .record(z.string(), z.unknown())
      .exactOptional()
      .meta({ description: 'What a service of your own vendor says, by the schema of its file.' }),
    source: z.string().exactOptional().meta({ description: 'The account whose answer it is.' }),
    at: z.iso.datetime().exactOptional().meta({ description: 'When it ended.' }),
  })
  .meta({ id: 'CheckedService', description: 'One service of a check.' })

export const BackgroundCheck = z
  .object({
    transactionId: z.uuid(),
    backgroundCheckId: z.uuid(),
    type: z.enum(['person', 'company']),
    isOwn: z.boolean().meta({
      description:
        "About the transaction's own person or company, or one of its partners and representatives; false: about somebody else whom the client has named, of whom no condition of a pack sees anything.",
    }),
    isParty: z.literal(true).exactOptional().meta({
      description: 'About one of the partners and representatives, and not about the company.',
    }),
    status: z
      .enum(['processing', 'completed', 'partial'])
      .meta({ description: 'partial: some service has failed for a technical reason.' }),
    createdAt: z.iso.datetime(),
    completedAt: z.iso.datetime().exactOptional(),
    everyDays: z
      .int()
      .exactOptional()
      .meta({ description: 'It is made again every so many days.' }),
    services: z.array(CheckedService),
  })
  .meta({
    id: 'BackgroundCheck',
    description: 'A check of a person or a company, with the result of each service.',
    example: {
      transactionId: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
      backgroundCheckId: '019a9f3d-11aa-7c3d-8a52-0b6f7f3f1c90',
      type: 'person',
      isOwn: true,
      status: 'completed',
      createdAt: '2026-11-21T14:05:00.000Z',
      completedAt: '2026-11-21T14:05:00.412Z',
      services: [
        {
          name: 'Sanctions',
          status: 'completed',
          result: { matches: [] },
          source: 'lists',
          at: '2026-11-21T14:05:00.412Z',
        },
      ],
    },
  })
export type BackgroundCheck = z.output<typeof BackgroundCheck>

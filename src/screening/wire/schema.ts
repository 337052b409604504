// The possible findings of a check, in one form for all vendors of a port. Other fields of vendors are left out.
import { z } from 'zod'
import { OfficialResult } from './official-schema.ts'
import type { OwnResult } from './own-schema.ts'

const text = z.string().min(1).max(1_000)
const date = z.iso.date()
const document = z.string().regex(/^[0-9A-Z*]{1,20}$/, 'a document without punctuation')

/** The most items of a list; from more, those that count are kept. */
export const itemsMax = 500
export const scoresMax = 100
const list = <T extends z.ZodType>(item: T) => z.array(item).max(itemsMax)

const hitId = z
  .string()
  .max(64)
  .exactOptional()
  .meta({ description: 'What a judgement of it names it by; the service says it.' })

/** An entry of a list of sanctions or of politically exposed persons that may be about the subject. */
export const ListMatch = z
  .object({
    id: text.meta({ description: "The source's own id of the entry." }),
    name: text,
    score: z.number().min(0).max(1).meta({ description: 'How alike, as the source says.' }),
    match: z.boolean().meta({
      description:
        "Whether the source's threshold is reached, or the number or the name are the subject's, or a doubtful name with the birth date or with what is shown of the number.",
    }),
    topics: list(text).meta({ description: '`sanction`, `role.pep`, as the source names them.' }),
    lists: list(text),
    birthDates: list(text).exactOptional().meta({
      description:
        'As far as they are listed, in EDTF: `1970-05-17`, `1970-05`, `1970`, `1958/1963`, `1965~` (about), `1965?` (perhaps); what cannot be read, as the source writes it.',
    }),
    countries: list(text).exactOptional(),
    documents: list(document)
      .exactOptional()
      .meta({ description: 'Numbers of the entry, masked where the source masks them.' }),
    otherNames: list(text)
      .exactOptional()
      .meta({ description: 'Other names that the source has of the entry.' }),
    weakNames: list(text).exactOptional().meta({
      description: 'Names that many go by: one of them alone is never more than doubtful.',
    }),
    dismissed: z.enum(['number', 'date', 'name', 'name-alone', 'judged']).exactOptional().meta({
      description:
        'Why it does not count, as the service says: its number, birth date or name is another than the subject’s; beside a list of sanctions a name alone; or it was judged to be about somebody else.',
    }),
    doubtful: z.literal(true).exactOptional().meta({
      description:
        'It counts, by no more than a name, or a doubtful one with the birth date or with what is shown of the number.',
    }),
    hitId,
  })
  .meta({ id: 'ListMatch', description: 'An entry of a list that may be about the subject.' })
export type ListMatch = z.output<typeof ListMatch>

/** A warrant, a suit, a note: what a source holds about the subject. */
export const CheckRecord = z
  .object({
    id: text,
    kind: text,
    description: text.exactOptional(),
    date: date.exactOptional(),
    authority: text.exactOptional(),
    dismissed: z.literal('judged').exactOptional().meta({
      description: 'It does not count: it was judged to be about somebody else.',
    }),
    hitId,
  })
  .meta({ id: 'CheckRecord', description: 'What a source holds about the subject.' })
export type CheckRecord = z.output<typeof CheckRecord>

const searched = list(text)
  .exactOptional()
  .meta({ description: 'The lists that were searched, as the source names them.' })
const version = text
  .exactOptional()
  .meta({ description: 'The version of the lists, later ones sort behind: a date, a number.' })

/** The kinds of lists. A source with fewer kinds than another finds fewer people. */
export const listKinds = ['sanction', 'exposed', 'debarment', 'wanted', 'media'] as const
export type ListKind = (typeof listKinds)[number]

const notSearched = z.array(z.enum(listKinds)).max(listKinds.length).exactOptional().meta({
  description:
    'Kinds of lists that an account before this one would have searched, and this one does not have: of these nothing is known.',
})

const updatedAt = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .exactOptional()
  .meta({
    description:
      'When the lists were last brought up to date. Where a source says so, a list of sanctions of more than 48 hours, and any other of more than 7 days, finds nobody clean.',
  })

export const PersonResult = z
  .object({
    document: document.exactOptional(),
    name: text.exactOptional(),
    birthdate: date.exactOptional(),
    mothersName: text.exactOptional(),
    status: z
      .enum(['regular', 'pending', 'suspended', 'cancelled', 'null', 'deceased', 'unknown'])
      .exactOptional(),
    matches: list(ListMatch).exactOptional(),
    searched,
    version,
    updatedAt,
    notSearched,
    records: list(CheckRecord).exactOptional(),
  })
  .meta({ id: 'PersonResult', description: 'What a check of a person has found.' })
export type PersonResult = z.output<typeof PersonResult>

const CompanyPartner = z
  .object({
    name: text,
    document: document.exactOptional().meta({ description: 'Masked where the source masks it.' }),
    kind: z.enum(['person', 'company', 'foreign', 'unknown']),
  })
  .meta({ id: 'CompanyPartner', description: 'A partner as the registry names it.' })

export const CompanyResult = z
  .object({
    document: document.exactOptional(),
    found: z
      .boolean()
      .exactOptional()
      .meta({ description: 'False: the registry has no such number.' }),
    name: text.exactOptional(),
    tradeName: text.exactOptional(),
    legalNature: text.exactOptional().meta({
      description: 'By the table of legal natures: `213-5` is a sole trader.',
    }),
    status: z.enum(['active', 'suspended', 'unfit', 'null', 'closed', 'unknown']).exactOptional(),
    openedAt: date.exactOptional(),
    headOffice: z.boolean().exactOptional(),
    cnaes: list(z.string().regex(/^\d{7}$/)).exactOptional(),
    partners: list(CompanyPartner).exactOptional(),
    city: text.exactOptional(),
    state: text.exactOptional(),
    zipCode: text.exactOptional(),
    capital: z.number().exactOptional(),
    matches: list(ListMatch).exactOptional(),
    searched,
    version,
    updatedAt,
    notSearched,
    records: list(CheckRecord).exactOptional(),
  })
  .meta({ id: 'CompanyResult', description: 'What a check of a company has found.' })
export type CompanyResult = z.output<typeof CompanyResult>

export const CardResult = z
  .object({
    scheme: text.exactOptional(),
    funding: z.enum(['credit', 'debit', 'prepaid', 'charge']).exactOptional(),
    prepaid: z.boolean().exactOptional(),
    brand: text.exactOptional(),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .exactOptional(),
    bank: text.exactOptional(),
  })
  .meta({ id: 'CardResult', description: 'What the issuer’s number of a card says.' })
export type CardResult = z.output<typeof CardResult>

export const CreditResult = z
  .object({
    document: document.exactOptional(),
    scores: z
      .array(z.object({ name: text, value: text }))
      .min(1)
      .max(scoresMax),
  })
  .meta({ id: 'CreditResult', description: 'The scores of a credit source.' })
export type CreditResult = z.output<typeof CreditResult>

export type CheckAnswer =
  | PersonResult
  | CompanyResult
  | CardResult
  | CreditResult
  | OfficialResult
  | OwnResult
export type Port = 'person-check' | 'company-check' | 'card-risk' | 'credit' | 'official-match'

/** The result's schema of each port, which reads the result of every adapter. */
export const resultSchemas = {
  'person-check': PersonResult,
  'company-check': CompanyResult,
  'card-risk': CardResult,
  credit: CreditResult,
  'official-match': OfficialResult,
} as const

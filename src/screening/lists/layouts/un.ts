// Reads the consolidated list of the United Nations Security Council, as XML or as the same content in JSON.
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import type { ListEntry, ListFile, ReadList } from '../schema.ts'
import { toEntries } from './entries.ts'
import { normaliseListedDates } from '#src/journey/dates/listed-date.ts'
import { decode, listForeign } from './text.ts'

/** Numbers stay texts, and a single element is read as a list of one. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
})

const many = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) =>
      value === undefined || value === null || value === ''
        ? []
        : Array.isArray(value)
          ? value
          : [value],
    z.array(item),
  )
const word = z.union([z.string(), z.number()]).transform((value) => String(value).trim())
const optional = word.optional().catch(undefined)

const Alias = z.object({ QUALITY: optional, ALIAS_NAME: optional }).catch({})
const Birth = z.object({
  TYPE_OF_DATE: optional,
  DATE: optional,
  YEAR: optional,
  FROM_YEAR: optional,
  TO_YEAR: optional,
})
const Document = z.object({ NUMBER: optional }).catch({})
const Entry = z.object({
  DATAID: word,
  FIRST_NAME: optional,
  SECOND_NAME: optional,
  THIRD_NAME: optional,
  FOURTH_NAME: optional,
  NAME_ORIGINAL_SCRIPT: optional,
  UN_LIST_TYPE: optional,
  NATIONALITY: z.object({ VALUE: many(word) }).optional().catch(undefined),
  INDIVIDUAL_ALIAS: many(Alias),
  ENTITY_ALIAS: many(Alias),
  INDIVIDUAL_DATE_OF_BIRTH: many(Birth.catch({})),
  INDIVIDUAL_DOCUMENT: many(Document),
}) // prettier-ignore

const Consolidated = z.object({
  CONSOLIDATED_LIST: z.object({
    dateGenerated: optional,
    INDIVIDUALS: z.object({ INDIVIDUAL: many(z.unknown()) }).catch({ INDIVIDUAL: [] }),
    ENTITIES: z.object({ ENTITY: many(z.unknown()) }).catch({ ENTITY: [] }),
  }),
})

/** Undefined for any other file. */
export function readUn(file: ListFile): ReadList | undefined {
  if (!/\.(xml|json)$/i.test(file.name)) return undefined
  const text = decode(file.bytes)
  if (!text.includes('CONSOLIDATED_LIST')) return undefined
  if (text.includes('<!DOCTYPE'))
    throw new Error('it declares a document type, which no publisher does')
  const parsed: unknown = /\.json$/i.test(file.name) ? JSON.parse(text) : parser.parse(text, true)
  const { CONSOLIDATED_LIST: list } = Consolidated.parse(parsed)
  const rows = [
    ...list.INDIVIDUALS.INDIVIDUAL.map((row, at) => toRow('person', row, at)),
    ...list.ENTITIES.ENTITY.map((row, at) => toRow('company', row, at)),
  ]
  const read = toEntries(rows, ({ kind, row }) => toEntry(kind, row))
  const version = /^\d{4}-\d{2}-\d{2}/.exec(list.dateGenerated ?? '')?.[0]
  return { name: 'un-sc', service: 'Sanctions', ...read, ...(version && { version }) }
}

type Kind = 'person' | 'company'

const toRow = (kind: Kind, row: unknown, at: number) => ({
  kind,
  row,
  place: `${kind === 'person' ? 'individual' : 'entity'} ${at + 1}`,
})

function toEntry(kind: Kind, given: unknown): Partial<ListEntry> | undefined {
  const row = Entry.safeParse(given).data
  if (!row) return undefined
  const names = [row.FIRST_NAME, row.SECOND_NAME, row.THIRD_NAME, row.FOURTH_NAME]
  const aliases = [...row.INDIVIDUAL_ALIAS, ...row.ENTITY_ALIAS]
  const [weak, strong] = [aliases.filter(isWeak), aliases.filter((one) => !isWeak(one))]
  const others = [
    ...namesOf(strong),
    ...(row.NAME_ORIGINAL_SCRIPT ? [row.NAME_ORIGINAL_SCRIPT] : []),
  ]
  return {
    id: row.DATAID,
    kind,
    name: names.filter((one) => one).join(' '),
    otherNames: [...new Set(others)],
    weakNames: namesOf(weak),
    documents: listForeign(row.INDIVIDUAL_DOCUMENT.map(({ NUMBER = '' }) => NUMBER)),
    birthDates: row.INDIVIDUAL_DATE_OF_BIRTH.flatMap(toBirthDates),
    countries: row.NATIONALITY?.VALUE ?? [],
    topics: ['sanction'],
  }
}

type Alias = z.output<typeof Alias>

/** Whether the Council marks the alias as one of low quality, which identifies nobody by itself. */
const isWeak = ({ QUALITY }: Alias): boolean => /^low$/i.test(QUALITY ?? '')

const namesOf = (aliases: readonly Alias[]): string[] => [
  ...new Set(aliases.flatMap(({ ALIAS_NAME }) => (ALIAS_NAME ? [ALIAS_NAME] : []))),
]

/** By its type (`EXACT`, `APPROXIMATELY`, `BETWEEN`) a date is a day, a year or two years. */
function toBirthDates({ TYPE_OF_DATE = '', ...born }: z.output<typeof Birth>): string[] {
  const range = born.FROM_YEAR && born.TO_YEAR ? `${born.FROM_YEAR}/${born.TO_YEAR}` : undefined
  const date = born.DATE || born.YEAR || range || born.FROM_YEAR || born.TO_YEAR
  if (!date) return []
  return normaliseListedDates(/^approx/i.test(TYPE_OF_DATE) ? `circa ${date}` : date)
}

// The consolidated list of the Security Council of the United Nations: its XML, or the same in JSON.
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import type { ListEntry, ListFile, ReadList } from '../schema.ts'
import { toEntries } from './entries.ts'
import { decode } from './text.ts'

/** Numbers stay texts; one element is a list of one where lists are read. */
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

const Alias = z.object({ ALIAS_NAME: optional }).catch({ ALIAS_NAME: undefined })
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
  INDIVIDUAL_DATE_OF_BIRTH: many(z.object({ DATE: optional, YEAR: optional }).catch({})),
}) // prettier-ignore

const Consolidated = z.object({
  CONSOLIDATED_LIST: z.object({
    dateGenerated: optional,
    INDIVIDUALS: z.object({ INDIVIDUAL: many(z.unknown()) }).catch({ INDIVIDUAL: [] }),
    ENTITIES: z.object({ ENTITY: many(z.unknown()) }).catch({ ENTITY: [] }),
  }),
})

/** Undefined: it is another file. */
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
  const aliases = [...row.INDIVIDUAL_ALIAS, ...row.ENTITY_ALIAS].map((one) => one.ALIAS_NAME)
  const others = [...aliases, row.NAME_ORIGINAL_SCRIPT].flatMap((one) => (one ? [one] : []))
  const dates = row.INDIVIDUAL_DATE_OF_BIRTH.flatMap(({ DATE, YEAR }) => DATE || YEAR || [])
  return {
    id: row.DATAID,
    kind,
    name: names.filter((one) => one).join(' '),
    otherNames: [...new Set(others)],
    birthDates: dates.flatMap((date) => /^\d{4}(-\d{2}-\d{2})?/.exec(date)?.[0] ?? []),
    countries: row.NATIONALITY?.VALUE ?? [],
    topics: ['sanction'],
  }
}

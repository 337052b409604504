// Reads a list in our own layout, for any other publisher: JSON with its name and service.
import { z } from 'zod'
import { toCountry } from '#src/journey/transaction/country-rules.ts'
import { normalise } from '#src/screening/wire/normalise.ts'
import { type ListEntry, listServices, type ListFile, type ReadList } from '../schema.ts'
import { toEntries } from './entries.ts'
import { decode, toDocuments, withZeros } from './text.ts'

const OwnList = z.object({
  list: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'small letters, digits and hyphens'),
  service: z.enum(listServices),
  version: z.string().min(1).max(60).optional(),
  entries: z.array(z.looseObject({})),
})

/** Undefined for any other file. */
export function readOwn(file: ListFile): ReadList | undefined {
  if (!/\.json$/i.test(file.name)) return undefined
  const parsed = OwnList.safeParse(JSON.parse(decode(file.bytes)))
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error))
  const { list: name, service, version, entries } = parsed.data
  const topics = [service === 'Pep' ? 'role.pep' : 'sanction']
  const rows = entries.map((entry, at) => ({ entry, place: `entries[${at}]` }))
  const read = toEntries(rows, ({ entry }) => toEntry({ kind: 'unknown', topics, ...readAsWritten(entry) })) // prettier-ignore
  return { name, service, ...read, ...(version !== undefined && { version }) }
}

/** An entry that does not follow the layout exactly must not be lost, so its values are normalised first. */
// Safe because `toEntries` parses it with the schema.
const readAsWritten = (entry: Record<string, unknown>) =>
  normalise({ ...entry, documents: withRoots(entry) }) as Partial<ListEntry>

/** `12.345.678` is the root of a CNPJ and names all its branches; in an entry of a person it is another number. */
const withRoots = ({ kind, documents, countries }: Record<string, unknown>): unknown =>
  kind === 'person' || !mayBeBrazilian([countries].flat())
    ? documents
    : [documents]
        .flat()
        .map((one) => (typeof one === 'string' && root.test(one.trim()) ? `${one}******` : one))

const root = /^[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}$/i

function toEntry(entry: Partial<ListEntry>): Partial<ListEntry> {
  const { documents, countries = [] } = entry
  if (!Array.isArray(documents)) return entry
  const written = toDocuments(documents.map(String))
  // Only Brazilian numbers get leading zeros back: padded, one in a hundred foreign numbers of eight to ten digits
  // would pass for a CPF.
  return { ...entry, documents: mayBeBrazilian(countries) ? written.map(withZeros) : written }
}

const mayBeBrazilian = (countries: readonly unknown[]): boolean =>
  countries.every((one) => one === undefined || one === null) ||
  countries.some((one) => typeof one === 'string' && toCountry(one) === 'BRA')

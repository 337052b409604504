// A list in our own layout, for whatever else is published: JSON with its name and service.
import { z } from 'zod'
import { listServices, type ListFile, type ReadList } from '../schema.ts'
import { toEntries } from './entries.ts'
import { decode } from './text.ts'

const OwnList = z.object({
  list: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'small letters, digits and hyphens'),
  service: z.enum(listServices),
  version: z.string().min(1).max(60).optional(),
  entries: z.array(z.looseObject({})),
})

/** Undefined: it is another file. */
export function readOwn(file: ListFile): ReadList | undefined {
  if (!/\.json$/i.test(file.name)) return undefined
  const parsed = OwnList.safeParse(JSON.parse(decode(file.bytes)))
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error))
  const { list: name, service, version, entries } = parsed.data
  const topics = [service === 'Pep' ? 'role.pep' : 'sanction']
  const rows = entries.map((entry, at) => ({ entry, place: `entries[${at}]` }))
  const read = toEntries(rows, ({ entry }) => ({ kind: 'unknown' as const, topics, ...entry }))
  return { name, service, ...read, ...(version !== undefined && { version }) }
}

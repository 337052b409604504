// OFAC's list of specially designated nationals: SDN.CSV, without a head, and the other names in ALT.CSV.
import type { ListEntry, ListFile, ReadList } from '../schema.ts'
import { toEntries } from './entries.ts'
import { decode, readRows, refuseCutOff, type Row } from './text.ts'

const isNamed = (file: ListFile, name: string) =>
  file.name.split('/').at(-1)?.toLowerCase() === name

/** Undefined: there is no SDN.CSV among the files. */
export function readOfac(files: readonly ListFile[]): ReadList | undefined {
  const sdn = files.find((file) => isNamed(file, 'sdn.csv'))
  if (!sdn) return undefined
  const alt = files.find((file) => isNamed(file, 'alt.csv'))
  const aliases = alt ? readNumbered(alt, columns.alt) : []
  const others = Map.groupBy(aliases, ({ cells }) => cells[0])
  const rows = readNumbered(sdn, columns.sdn)
  if (rows.length === 0) throw new Error(`${sdn.name}: no line begins with the number of an entry`)
  const people = rows.filter(({ cells }) => !/^(vessel|aircraft)$/i.test(cells[2] ?? ''))
  const read = toEntries(
    people.map((row) => ({ row, place: `line ${row.line}` })),
    ({ row }) => toEntry(row, others.get(row.cells[0]) ?? []),
  )
  return { name: 'ofac-sdn', service: 'Sanctions', ...read }
}

const columns = { sdn: 12, alt: 5 } as const

/** The lines that begin with a number: others are a head, or the mark of the end. */
function readNumbered({ bytes }: ListFile, width: number): Row[] {
  const rows = readRows(decode(bytes), ',').filter(({ cells }) => /^\d+$/.test(cells[0] ?? ''))
  refuseCutOff(rows, width)
  return rows
}

function toEntry({ cells }: Row, others: readonly Row[]): Partial<ListEntry> {
  const [id = '', name = '', type = '', program = ''] = cells
  const remarks = cells.at(-1) ?? ''
  return {
    id,
    kind: /^individual$/i.test(type) ? 'person' : 'company',
    name: valueOf(name),
    otherNames: others.map((row) => valueOf(row.cells[3] ?? '')).filter((one) => one !== ''),
    birthDates: datesIn(remarks),
    countries: matchesOf(remarks, /(?:nationality|citizen) ([A-Z][A-Za-z ]+)/g),
    topics: ['sanction', ...(valueOf(program) === '' ? [] : [`sanction.${valueOf(program)}`])],
  }
}

const valueOf = (cell: string) => (cell.trim() === '-0-' ? '' : cell.trim())

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `DOB 17 May 1970`, `DOB May 1970`, `DOB 1970`; one that is approximate says its year alone. */
function datesIn(remarks: string): string[] {
  return [...remarks.matchAll(/DOB (circa )?(?:(\d{1,2}) )?(?:([A-Z][a-z]{2}) )?(\d{4})/g)].map(
    ([, circa, day, month, year = '']) => {
      const at = months.indexOf(month ?? '') + 1
      if (circa || at === 0) return year
      const prefix = `${year}-${String(at).padStart(2, '0')}`
      return day === undefined ? prefix : `${prefix}-${day.padStart(2, '0')}`
    },
  )
}

const matchesOf = (text: string, form: RegExp): string[] => [
  ...new Set([...text.matchAll(form)].map(([, found = '']) => found)),
]

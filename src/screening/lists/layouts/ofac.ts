// Reads OFAC's list of specially designated nationals: SDN.CSV without a header, other names in ALT.CSV, and the
// continuation of long remarks in SDN_COMMENTS.CSV.
import type { ListEntry, ListFile, ReadList } from '../schema.ts'
import { toEntries } from './entries.ts'
import { readRemarks } from './ofac-remarks.ts'
import { decode, readRows, refuseCutOff, type Row } from './text.ts'

const isNamed = (file: ListFile, name: string) =>
  file.name.split('/').at(-1)?.toLowerCase() === name

/** Undefined when there is no SDN.CSV among the files. */
export function readOfac(files: readonly ListFile[]): ReadList | undefined {
  const sdn = files.find((file) => isNamed(file, 'sdn.csv'))
  if (!sdn) return undefined
  const rest = (name: string, width: number) => {
    const file = files.find((one) => isNamed(one, name))
    return Map.groupBy(file ? readNumbered(file, width) : [], ({ cells }) => cells[0])
  }
  const others = rest('alt.csv', columns.alt)
  const comments = rest('sdn_comments.csv', columns.comments)
  const rows = readNumbered(sdn, columns.sdn)
  if (rows.length === 0) throw new Error(`${sdn.name}: no line begins with the number of an entry`)
  const people = rows.filter(({ cells }) => !/^(vessel|aircraft)$/i.test(cells[2] ?? ''))
  const read = toEntries(
    people.map((row) => ({ row, place: `line ${row.line}` })),
    ({ row }) =>
      toEntry(row, {
        aliases: others.get(row.cells[0]) ?? [],
        comments: comments.get(row.cells[0]) ?? [],
      }),
  )
  return { name: 'ofac-sdn', service: 'Sanctions', ...read }
}

const columns = { sdn: 12, alt: 5, comments: 2 } as const

/** Only lines that begin with a number are entries; others are a header or the end mark. */
function readNumbered({ bytes }: ListFile, width: number): Row[] {
  const rows = readRows(decode(bytes), ',').filter(({ cells }) => /^\d+$/.test(cells[0] ?? ''))
  refuseCutOff(rows, width)
  return rows
}

type More = { readonly aliases: readonly Row[]; readonly comments: readonly Row[] }

function toEntry({ cells }: Row, { aliases, comments }: More): Partial<ListEntry> {
  const [id = '', name = '', type = '', program = ''] = cells
  // Remarks are cut in the middle of a word and continued in the other file.
  const remarks = [cells.at(-1) ?? '', ...comments.map((row) => row.cells[1] ?? '')].map(valueOf)
  const said = readRemarks(remarks.join(''))
  const others = aliases.map((row) => valueOf(row.cells[3] ?? '')).filter((one) => one !== '')
  return {
    id,
    kind: /^individual$/i.test(type) ? 'person' : 'company',
    name: valueOf(name),
    ...said,
    otherNames: [...new Set([...others, ...said.otherNames])],
    topics: ['sanction', ...(valueOf(program) === '' ? [] : [`sanction.${valueOf(program)}`])],
  }
}

const valueOf = (cell: string) => (cell.trim() === '-0-' ? '' : cell.trim())

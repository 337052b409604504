import { ListEntry, type ReadList } from '../schema.ts'

/** The most positions of unreadable rows that are reported. */
const toldMax = 20

/** Reads the rows, and reports the positions of those that cannot be read; a broken row costs no other. */
export function toEntries<Of extends { readonly place: string }>(
  rows: readonly Of[],
  read: (row: Of) => Partial<ListEntry> | undefined,
): Pick<ReadList, 'entries' | 'skipped' | 'skippedCount'> {
  const entries: ListEntry[] = []
  const skipped: string[] = []
  for (const row of rows) {
    const parsed = ListEntry.safeParse(read(row) ?? {})
    if (parsed.success) entries.push(parsed.data)
    else skipped.push(row.place)
  }
  return { entries, skipped: tellSome(skipped), skippedCount: skipped.length }
}

const tellSome = (places: string[]): string[] =>
  places.length <= toldMax
    ? places
    : [...places.slice(0, toldMax), `${places.length - toldMax} more`]

import { ListEntry, type ReadList } from '../schema.ts'

/** How many places of what names nobody are told. */
const toldMax = 20

/** What can be read of the rows, and where what cannot be stands; one that is broken loses no other. */
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

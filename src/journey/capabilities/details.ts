// Details of timeline entries that the journal does not hold: it has only counts, and the capability that stores a
// sealed value reads it.
import type { Db } from '#src/platform/db/client.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import type { EntryDetail } from '#src/journey/journal/schema.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'

export type DetailsQuery = {
  readonly db: Db
  readonly sealer: Sealer
  readonly transaction: Pick<StoredTransaction, 'id' | 'tenant' | 'key'>
  readonly entries: readonly Entry[]
}

/** Keyed by the number of the entry. */
export type EntryDetails = ReadonlyMap<number, EntryDetail>
export type ReadDetails = (asked: DetailsQuery) => Promise<EntryDetails>

/** Joins the details of all capabilities, each of which answers for its own kinds of entries. */
export function readsDetails(offered: readonly { readonly details?: ReadDetails }[]): ReadDetails {
  const parts = offered.flatMap(({ details }) => details ?? [])
  return async (asked) => {
    const found = await Promise.all(parts.map((part) => part(asked)))
    return new Map(found.flatMap((one) => [...one]))
  }
}

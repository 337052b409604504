// Stores a decision’s note and the facts shown at the time, sealed with the transaction’s key.
import type { Sealed } from '#src/platform/db/columns.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import type { Submitted } from '#src/journey/transaction/store.ts'
import type { SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import type { Review } from './store.ts'
import type { ReviewView } from './view.ts'

type Owning = Pick<Submitted, 'tenant' | 'id' | 'key'>

const contextOf = (
  { tenant, id }: Owning,
  rowId: string,
  column: 'note' | 'seen',
): SealContext => ({ tenant, transaction: id, table: 'review', column, rowId })

/** `rowId` is the id of the review. */
export async function sealDecided(
  sealer: Sealer,
  owning: Owning,
  rowId: string,
  { note, view }: { readonly note: string | undefined; readonly view: ReviewView },
): Promise<{ readonly note: Sealed | null; readonly seen: Sealed }> {
  const key = await openDataKey(sealer, owning)
  return {
    note: note === undefined ? null : sealer.seal(key, contextOf(owning, rowId, 'note'), note),
    seen: sealer.seal(key, contextOf(owning, rowId, 'seen'), view),
  }
}

/** The view at the time of the decision; undefined for an open review. */
export async function readDecidedView(
  sealer: Sealer,
  transaction: Owning,
  { id, seen }: Pick<Review, 'id' | 'seen'>,
): Promise<ReviewView | undefined> {
  if (seen === null) return undefined
  const key = await openDataKey(sealer, transaction)
  return sealer.unseal<ReviewView>(key, contextOf(transaction, id, 'seen'), seen)
}

/** Undefined when there is no note. */
export async function readNote(
  sealer: Sealer,
  transaction: Owning,
  { id, note }: Pick<Review, 'id' | 'note'>,
): Promise<string | undefined> {
  if (note === null) return undefined
  const key = await openDataKey(sealer, transaction)
  return sealer.unseal<string>(key, contextOf(transaction, id, 'note'), note)
}

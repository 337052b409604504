// What a person has written about a decision, sealed with the transaction.
import { openDataKey } from '#src/journey/transaction/locked.ts'
import type { Submitted } from '#src/journey/transaction/store.ts'
import type { SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import type { Review } from './store.ts'

export const noteContext = (
  { tenant, id }: Pick<Submitted, 'tenant' | 'id'>,
  rowId: string,
): SealContext => ({ tenant, transaction: id, table: 'review', column: 'note', rowId })

/** Undefined where nothing was written. */
export async function readNote(
  sealer: Sealer,
  transaction: Pick<Submitted, 'tenant' | 'id' | 'key'>,
  { id, note }: Pick<Review, 'id' | 'note'>,
): Promise<string | undefined> {
  if (note === null) return undefined
  const key = await openDataKey(sealer, transaction)
  return sealer.unseal<string>(key, noteContext(transaction, id), note)
}

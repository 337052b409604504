// Erasure: the data key is destroyed, and with it what could still be found of the person by keyed hashes, by whoever
// has the hash keys and guesses a value.
import { eq } from 'drizzle-orm'
import { append } from '#src/journey/journal/append.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { submissions, transactions } from '#src/journey/transaction/table.ts'
import { forgetSightings } from '#src/journey/velocity/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { erased } from './kinds.ts'

/** A capability deletes the hashes that it keeps of a transaction. */
export type OnErased = (tx: Db, transactionId: string) => Promise<void>

/**
 * Erases a locked transaction in the caller's commit, and says so. What was sent keeps the hash of its number, for
 * limits and for the person's own opt-outs.
 */
export function erases(
  offered: readonly { readonly erased?: OnErased }[],
): (tx: Db, locked: Locked) => Promise<void> {
  const parts = offered.flatMap(({ erased: part }) => part ?? [])
  return async (tx, locked) => {
    append(locked, { kind: erased })
    locked.mustNudge = true
    await forgetSightings(tx, locked.id)
    for (const forget of parts) await forget(tx, locked.id)
    await tx.update(submissions).set({ wrappedKey: null }).where(eq(submissions.id, locked.id))
    await tx
      .update(transactions)
      .set({ erasedAt: locked.now })
      .where(eq(transactions.id, locked.id))
  }
}

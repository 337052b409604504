// Erasure destroys the data key and deletes the keyed hashes, by which somebody with the hash keys could still
// recognise a guessed value. Restriction keeps the record for a duty and deletes what the duty does not cover.
import { eq } from 'drizzle-orm'
import {
  type Counts,
  type KeptBy,
  type OnErased,
  type OnRestricted,
  sum,
} from '#src/journey/capabilities/erased.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { submissions, transactions } from '#src/journey/transaction/table.ts'
import { forgetSightings } from '#src/journey/velocity/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { erased, restricted } from './kinds.ts'

type Offered = readonly { readonly erased?: OnErased; readonly restricted?: OnRestricted }[]

export type Erasing = {
  /** Erases a locked transaction in the caller's commit and writes an entry about it. */
  erase(tx: Db, locked: Locked): Promise<Counts>
  restrict(tx: Db, locked: Locked, by: KeptBy): Promise<Counts>
}

export const createErasing = (offered: Offered): Erasing => ({
  erase: erases(offered),
  restrict: restricts(offered),
})

/**
 * Sent messages keep the hash of their number for two days, for limits and late replies; the person's opt-outs stay for
 * good.
 */
export function erases(offered: Offered): Erasing['erase'] {
  const parts = offered.flatMap(({ erased: part }) => part ?? [])
  return async (tx, locked) => {
    end(locked)
    append(locked, { kind: erased })
    const counts: Counts[] = [{ record: 1, hashes: await forgetSightings(tx, locked.id) }]
    for (const forget of parts) counts.push((await forget(tx, locked.id)) ?? {})
    await tx.update(submissions).set({ wrappedKey: null }).where(eq(submissions.id, locked.id))
    await tx
      .update(transactions)
      .set({ erasedAt: locked.now })
      .where(eq(transactions.id, locked.id))
    return sum(counts)
  }
}

function restricts(offered: Offered): Erasing['restrict'] {
  const parts = offered.flatMap(({ restricted: part }) => part ?? [])
  return async (tx, locked, by) => {
    end(locked)
    append(locked, { kind: restricted, code: by.class })
    const counts: Counts[] = [{ hashes: await forgetSightings(tx, locked.id) }]
    for (const part of parts) counts.push((await part(tx, locked, by)) ?? {})
    const restrictedAt = locked.now
    await tx.update(submissions).set({ restrictedAt }).where(eq(submissions.id, locked.id))
    await tx.update(transactions).set({ restrictedAt }).where(eq(transactions.id, locked.id))
    return sum(counts)
  }
}

function end(locked: Locked): void {
  locked.erased = true
  locked.mustNudge = true
}

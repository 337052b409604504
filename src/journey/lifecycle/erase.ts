// Erasure: the data key is destroyed, and with it what could still be found of the person by keyed hashes, by whoever
// has the hash keys and guesses a value. Restriction: a duty keeps the record, and what it does not cover goes.
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
  /** Erases a locked transaction in the caller's commit, and says so. */
  erase(tx: Db, locked: Locked): Promise<Counts>
  restrict(tx: Db, locked: Locked, by: KeptBy): Promise<Counts>
}

export const createErasing = (offered: Offered): Erasing => ({
  erase: erases(offered),
  restrict: restricts(offered),
})

/**
 * What was sent keeps the hash of its number for two days, for limits and late answers; the person's own opt-outs stay.
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

// The commit of an activity: the transaction's row locked, facts and entries written together.
import type { Db } from '#src/db/client.ts'
import type { Entry } from '#src/journal/entry.ts'
import type { Locked } from '#src/transaction/locked.ts'
import { lockById } from '#src/transaction/store.ts'
import { erasedFailure } from './failures.ts'

/** An erased transaction ends its stories: the failure is not retried. */
export function commit(
  db: Db,
  id: string,
  decide: (tx: Db, locked: Locked) => Promise<readonly Entry[]>,
): Promise<Entry[]> {
  return db.transaction(async (tx) => {
    const locked = await lockById(tx, id)
    if (!locked) throw erasedFailure()
    return [...(await decide(tx, locked))]
  })
}

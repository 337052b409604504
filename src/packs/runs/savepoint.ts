// Runs work in a savepoint: if it fails, its writes are undone, and the commit goes on.
import type { Db } from '#src/platform/db/client.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'

/** Undoes the work when it throws, with what the lock holds in memory, and throws on. */
export async function withinSavepoint<T>(
  tx: Db,
  locked: Locked,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const { lastSeq, tasks, pack, outcome, mustNudge, made, unwritten } = locked
  const { length } = unwritten
  try {
    return await tx.transaction(work)
  } catch (error) {
    Object.assign(locked, { lastSeq, tasks, pack, outcome, mustNudge, made })
    unwritten.length = length
    throw error
  }
}

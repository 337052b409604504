// Runs work in a savepoint: if it fails, its writes are rolled back, and the commit continues.
import type { Db } from '#src/platform/db/client.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'

/** Rolls the work back when it throws, including the state of `locked` in memory, and throws on. */
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

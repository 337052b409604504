// Work that only one process does at a time.
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/**
 * The interval of statements that keep the transaction with the lock from being ended as idle after fifteen seconds.
 */
const beatMs = 5_000

/**
 * `lock` is the number of an advisory lock that nothing else uses. Undefined means that another process is doing the
 * work.
 */
export function runAlone<T>(db: Db, lock: bigint, work: () => Promise<T>): Promise<T | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx.execute<{ got: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lock.toString()}::bigint) as got`,
    )
    if (!row?.got) return undefined
    const beat = setInterval(() => void tx.execute(sql`select 1`).catch(() => undefined), beatMs)
    try {
      return await work()
    } finally {
      clearInterval(beat)
    }
  })
}

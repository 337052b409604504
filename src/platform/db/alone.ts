// Work that one process at a time does, however many there are.
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** The transaction that holds the lock would be ended as idle after fifteen seconds. */
const beatMs = 5_000

/** `lock`: the number of an advisory lock that nothing else has. Undefined: another process does it now. */
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

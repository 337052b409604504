// Does work in small batches with pauses between them, so that it does not delay requests.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from './client.ts'

const leastMs = 50

/**
 * Repeats `work` until a batch is empty or the signal aborts between two; resolves to the total. `work` processes one
 * batch and resolves to its size.
 */
export async function inBatches(
  work: () => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0
  while (!signal?.aborted) {
    const begun = performance.now()
    const done = await work()
    count += done
    if (done === 0) return count
    await rest(begun, signal)
  }
  return count
}

/**
 * Pauses for as long as the batch that began at `begun` took, so that a busy database gets longer pauses. The signal
 * ends the pause.
 */
export async function rest(begun: number, signal?: AbortSignal): Promise<void> {
  const ms = Math.max(leastMs, performance.now() - begun)
  await sleep(ms, undefined, { ...(signal && { signal }) }).catch(() => undefined)
}

/**
 * Deletes a batch of a table's rows whose time is older than an interval of PostgreSQL; resolves to their number. The
 * statement's own time is used, because `clock_timestamp()` changes during the statement and so cannot use an index.
 */
export async function deleteOlder(db: Db, time: PgColumn, age: string): Promise<number> {
  const gone = await db.execute(sql`
    delete from ${time.table} where ctid = any(array(
      select ctid from ${time.table}
      where ${time} < statement_timestamp() - ${age}::interval order by ${time} limit 1000
    )) returning 1`)
  return gone.length
}

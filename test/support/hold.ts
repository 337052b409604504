// Locks rows in a test, so that any process that needs one of them stops at exactly that point until the release.
import { type SQL, sql } from 'drizzle-orm'
import { vi } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'

export type Hold = {
  /** Resolves when a connection of that application waits, or has waited, for the locked rows. */
  untilWaitedFor(application: string): Promise<void>
  release(): Promise<void>
}

/** Runs a `select … for update` and keeps its locks; resolves when it has them. */
export async function holdRows(db: Db, query: SQL): Promise<Hold> {
  const locked = Promise.withResolvers<number>()
  const released = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    // The lock must not time out, however slow the other processes are.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    const [own] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const rows = await tx.execute(query)
    if (!own || rows.length === 0) throw new Error('there is nothing to hold')
    locked.resolve(own.pid)
    await released.promise
  })
  holding.catch(locked.reject)
  const holder = await locked.promise
  return {
    untilWaitedFor: (application) =>
      vi.waitFor(
        async () => {
          const waiting = await db.execute(sql`
            select from pg_stat_activity where application_name = ${application}
              and ${holder} = any(pg_blocking_pids(pid))`)
          if (waiting.length === 0) throw new Error(`no ${application} waits for what is held`)
        },
        { timeout: 30_000, interval: 20 },
      ),
    async release() {
      released.resolve()
      await holding
    },
  }
}

/** Takes the lock that every commit on a transaction takes first, so that nothing about it is recorded meanwhile. */
export const holdTransaction = (db: Db, id: string): Promise<Hold> =>
  holdRows(db, sql`select 1 from transaction where id = ${id} for update`)

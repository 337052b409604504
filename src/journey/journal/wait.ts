// Waits for journal entries without holding a connection: one query per tick for all waiting callers of a process.
import { sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#src/platform/db/client.ts'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { journal } from './table.ts'

export type Waiter = {
  /**
   * Resolves to true when the journal has an entry after `seq` (about `ref`, if given), and to false at the deadline,
   * which is a value of `performance.now()`, because the wall clock can be changed.
   */
  changed(transactionId: string, seq: number, deadline: number, ref?: string): Promise<boolean>
  /**
   * Called at the end of the process: present waits are answered at once, and later ones last at most `ms` from now.
   */
  end(ms: number): void
}

type Waiting = {
  readonly id: string
  readonly seq: number
  deadline: number
  readonly ref: string | undefined
  readonly since: number
  /** When the next query for this caller is due, by `performance.now()`. */
  dueAt: number
  resolve(changed: boolean): void
}

/**
 * Callers who have waited long are queried less often: the next query comes after this share of the time waited so far.
 */
const share = 0.3
const longestMs = 250

export function createWaiter(db: Db, tickMs = 20): Waiter {
  const waiting = new Set<Waiting>()
  let ticking = false
  let endsAt = Infinity

  async function tick(): Promise<void> {
    ticking = true
    while (waiting.size > 0) {
      await sleep(tickMs)
      const asked = [...waiting].filter(({ dueAt }) => dueAt <= performance.now())
      // While Postgres cannot be reached, callers wait until their own deadline.
      const changed =
        asked.length > 0 ? await readChanged(db, asked).catch(() => new Set<number>()) : nobody
      for (const [at, one] of asked.entries()) resolveIfDone(one, changed.has(at))
    }
    ticking = false
  }

  function resolveIfDone(one: Waiting, changed: boolean): void {
    const now = performance.now()
    if (!changed && now < one.deadline) {
      const waitMs = Math.min(Math.max((now - one.since) * share, tickMs), longestMs)
      one.dueAt = Math.min(now + waitMs, one.deadline)
      return
    }
    waiting.delete(one)
    one.resolve(changed)
  }

  return {
    changed(id, seq, deadline, ref) {
      return new Promise((resolve) => {
        const since = performance.now()
        const until = Math.min(deadline, endsAt)
        waiting.add({ id, seq, deadline: until, ref, since, dueAt: since, resolve })
        if (!ticking) void tick()
      })
    },
    end(ms) {
      const now = performance.now()
      endsAt = now + ms
      // One more query is made, so that an entry that has just arrived is still found.
      for (const one of waiting)
        Object.assign(one, { deadline: Math.min(one.deadline, now), dueAt: now })
    },
  }
}

const nobody: ReadonlySet<number> = new Set()

/** One parameter for all callers, so that the statement’s text does not vary with their number. */
const changedOf = buildSqlOnce<{ readonly at: number }>(
  () => sql`
    select one.at
    from jsonb_to_recordset((${sql.placeholder('asked')}::text)::jsonb)
      as one(at int, id uuid, seq int, ref text)
    join ${transactions} on ${transactions.id} = one.id and ${transactions.lastSeq} > one.seq
    where one.ref is null or exists (
      select from ${journal}
      where transaction_id = one.id and ${journal.seq} > one.seq and ${journal.ref} = one.ref
    )`,
)

/** Resolves to the indexes of the callers whose entry has been written. */
async function readChanged(db: Db, waiting: readonly Waiting[]): Promise<ReadonlySet<number>> {
  const asked = JSON.stringify(waiting.map(({ id, seq, ref }, at) => ({ at, id, seq, ref })))
  return new Set((await changedOf(db).execute({ asked })).map(({ at }) => at))
}

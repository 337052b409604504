// Waits for journal entries without holding a connection: one query per tick for all callers of a process.
import { sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#src/platform/db/client.ts'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { journal } from './table.ts'

export type Waiter = {
  /**
   * Resolves true when the journal has an entry behind `seq`, of `ref` where that is given, false at the deadline
   * (of `performance.now()`, because a clock can be set).
   */
  changed(transactionId: string, seq: number, deadline: number, ref?: string): Promise<boolean>
  /** Of a process that ends: who waits is answered at once, and who comes later waits no longer than so many ms from now. */
  end(ms: number): void
}

type Waiting = {
  readonly id: string
  readonly seq: number
  deadline: number
  readonly ref: string | undefined
  readonly since: number
  /** When it is looked for again. */
  dueAt: number
  resolve(changed: boolean): void
}

/** Who has waited for long is looked for less often: by so much of the time that it has waited. */
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
      // Postgres may be away for a while: those who wait do so until their own deadline.
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
      // Looked for once more: what has just come is told.
      for (const one of waiting)
        Object.assign(one, { deadline: Math.min(one.deadline, now), dueAt: now })
    },
  }
}

const nobody: ReadonlySet<number> = new Set()

/** What was asked as one value: the statement's text must not vary with how many ask. */
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

/** Which of them, by their places. */
async function readChanged(db: Db, waiting: readonly Waiting[]): Promise<ReadonlySet<number>> {
  const asked = JSON.stringify(waiting.map(({ id, seq, ref }, at) => ({ at, id, seq, ref })))
  return new Set((await changedOf(db).execute({ asked })).map(({ at }) => at))
}

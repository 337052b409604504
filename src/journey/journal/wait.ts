// Waits for journal entries without holding a connection: one query per tick for all callers of a process.
import { sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#src/platform/db/client.ts'
import { transactions } from '#src/journey/transaction/table.ts'

export type Waiter = {
  /** Resolves true when the journal is longer than `seq`, false at the deadline (epoch ms, wall time). */
  changed(transactionId: string, seq: number, deadline: number): Promise<boolean>
}

type Waiting = { id: string; seq: number; deadline: number; resolve(changed: boolean): void }

export function createWaiter(db: Db, tickMs = 20): Waiter {
  const waiting = new Set<Waiting>()
  let ticking = false

  async function tick(): Promise<void> {
    ticking = true
    while (waiting.size > 0) {
      await sleep(tickMs)
      // Postgres may be away for a while: those who wait do so until their own deadline.
      const lastSeqs = await readLastSeqs(
        db,
        [...waiting].map(({ id }) => id),
      ).catch(() => new Map())
      for (const one of waiting) resolveIfDone(one, lastSeqs.get(one.id) ?? 0)
    }
    ticking = false
  }

  function resolveIfDone(one: Waiting, lastSeq: number): void {
    const changed = lastSeq > one.seq
    if (!changed && Date.now() < one.deadline) return
    waiting.delete(one)
    one.resolve(changed)
  }

  return {
    changed(id, seq, deadline) {
      return new Promise((resolve) => {
        waiting.add({ id, seq, deadline, resolve })
        if (!ticking) void tick()
      })
    },
  }
}

/** The ids as one value: the statement's text must not vary with their number. */
async function readLastSeqs(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: transactions.id, lastSeq: transactions.lastSeq })
    .from(transactions)
    .where(sql`${transactions.id} = any(string_to_array(${ids.join(',')}, ',')::uuid[])`)
  return new Map(rows.map(({ id, lastSeq }) => [id, lastSeq]))
}

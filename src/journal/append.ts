// The one way into the journal: in the commit of the facts, under the lock of the transaction's row.
import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import type { Locked } from '#src/transaction/locked.ts'
import { transactions } from '#src/transaction/table.ts'
import { type Entry, kinds, type NewEntry, type Wakes } from './entry.ts'
import { journal } from './table.ts'

/** The nudge that follows the commit has so long before the sweep sends another. */
const sweepAfterMs = 2_000

export async function append(tx: Db, locked: Locked, news: readonly NewEntry[]): Promise<Entry[]> {
  if (news.length === 0) return []
  const entries = news.map((entry, index) => complete(entry, locked, locked.lastSeq + index + 1))
  const lastSeq = locked.lastSeq + entries.length
  const wakeSeq = entries.findLast(({ kind }) => kinds[kind].wakes)?.seq ?? null
  const nextNudgeAt = new Date(locked.wallNow.getTime() + sweepAfterMs).toISOString()
  // One statement, however many entries: this is in every commit.
  await tx.execute(sql`
    with entries as (
      insert into ${journal}
      select * from json_populate_recordset(null::${journal}, ${toRows(locked.id, entries)}::json)
    )
    update ${transactions} set
      last_seq = ${lastSeq},
      wake_seq = coalesce(${wakeSeq}::integer, wake_seq),
      nudge_attempts = case when ${wakeSeq}::integer is null then nudge_attempts else 0 end,
      next_nudge_at = case when ${wakeSeq}::integer is null then next_nudge_at
        else ${nextNudgeAt}::timestamptz end
    where id = ${locked.id}`)
  locked.lastSeq = lastSeq
  const woken = entries.map(({ kind }): Wakes => kinds[kind].wakes).concat(locked.woken)
  locked.woken = woken.includes('now') ? 'now' : woken.includes('soon') && 'soon'
  return entries
}

function complete(entry: NewEntry, { now }: Locked, seq: number): Entry {
  return {
    at: now.getTime(),
    module: null,
    ref: null,
    code: null,
    reason: null,
    attempt: null,
    provider: null,
    durationMs: null,
    costMicros: null,
    dueAt: null,
    ...entry,
    seq,
  }
}

/** As JSON, by the names of the table's columns. */
function toRows(transactionId: string, entries: readonly Entry[]): string {
  return JSON.stringify(
    entries.map(({ at, dueAt, durationMs, costMicros, ...rest }) => ({
      ...rest,
      transaction_id: transactionId,
      at: new Date(at),
      due_at: dueAt === null ? null : new Date(dueAt),
      duration_ms: durationMs,
      cost_micros: costMicros,
    })),
  )
}

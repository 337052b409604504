// The one way into the journal: in the commit of the facts, under the lock of the transaction's row.
import { eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import type { Locked } from '#src/transaction/locked.ts'
import { transactions } from '#src/transaction/table.ts'
import { type Entry, kinds, type NewEntry } from './entry.ts'
import { journal } from './table.ts'

/** The nudge that follows the commit has so long before the sweep sends another. */
const sweepAfterMs = 2_000

export async function append(tx: Db, locked: Locked, news: readonly NewEntry[]): Promise<Entry[]> {
  if (news.length === 0) return []
  const entries = news.map((entry, index) => complete(entry, locked, locked.lastSeq + index + 1))
  const lastSeq = locked.lastSeq + entries.length
  const wakeSeq = entries.findLast(({ kind }) => kinds[kind].wakes)?.seq
  const wake = wakeSeq !== undefined && {
    wakeSeq,
    nudgeAttempts: 0,
    nextNudgeAt: new Date(locked.wallNow.getTime() + sweepAfterMs),
  }
  // Not awaited one by one: both go out at once on the transaction's connection, in this order.
  await Promise.all([
    tx.insert(journal).values(entries.map((entry) => toRow(locked.id, entry))),
    tx
      .update(transactions)
      .set({ lastSeq, ...wake })
      .where(eq(transactions.id, locked.id)),
  ])
  locked.lastSeq = lastSeq
  locked.woken ||= wakeSeq !== undefined
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

function toRow(transactionId: string, { at, dueAt, ...rest }: Entry) {
  return {
    transactionId,
    at: new Date(at),
    dueAt: dueAt === null ? null : new Date(dueAt),
    ...rest,
  }
}

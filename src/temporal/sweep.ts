// Nudges what nobody has seen: after an API was killed between commit and nudge, or Temporal was away.
import { and, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import { kinds } from '#src/journal/entry.ts'
import { journal } from '#src/journal/table.ts'
import { transactions } from '#src/transaction/table.ts'
import type { Nudged, Nudger } from './nudge.ts'

const batchSize = 200

/** Takes a batch that is due, moves its next nudge on with back-off (2 s to 5 min), and commits. */
async function takeUnseen(db: Db): Promise<Nudged[]> {
  const due = db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        gt(transactions.wakeSeq, transactions.seenSeq),
        lte(transactions.nextNudgeAt, sql`clock_timestamp()`),
      ),
    )
    .orderBy(transactions.nextNudgeAt)
    .limit(batchSize)
    .for('no key update', { skipLocked: true })
  return db
    .update(transactions)
    .set({
      nudgeAttempts: sql`${transactions.nudgeAttempts} + 1`,
      nextNudgeAt: sql`clock_timestamp() + least(300, 2 * power(2, least(${transactions.nudgeAttempts}, 10))) * interval '1 second'`,
    })
    .where(inArray(transactions.id, due))
    .returning({ id: transactions.id, tenant: transactions.tenant, mode: transactions.mode })
}

/** One sweep; resolves to how many were nudged. */
export async function sweep(db: Db, nudger: Nudger): Promise<number> {
  let total = 0
  for (;;) {
    const batch = await takeUnseen(db)
    for (const transaction of batch) nudger.nudge(transaction)
    total += batch.length
    await nudger.drain()
    if (batch.length < batchSize) return total
  }
}

/** For an operator, after a namespace was lost: nudges every transaction that is not idle. */
export async function nudgeOpen(db: Db, nudger: Nudger): Promise<number> {
  let total = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const batch = await db
      .select({ id: transactions.id, tenant: transactions.tenant, mode: transactions.mode })
      .from(transactions)
      .where(and(gt(transactions.lastSeq, transactions.idleSeq), gt(transactions.id, after)))
      .orderBy(transactions.id)
      .limit(batchSize)
    for (const transaction of batch) nudger.nudge(transaction)
    await nudger.drain()
    total += batch.length
    const last = batch.at(-1)
    if (!last || batch.length < batchSize) return total
    after = last.id
  }
}

/** Of those that were nudged most often; the rest has waited for less long. */
const lagLimit = 1_000

/** What an activity appends itself is known to the workflow, though it is not marked as seen. */
const waking = Object.entries(kinds).flatMap(([kind, { wakes }]) => (wakes ? [kind] : []))

/**
 * How far the workflows are behind: transactions with unseen entries, and the age of the oldest such
 * entry. Entries bear the time of their transaction's clock: one from before a move of it cannot be
 * dated by the wall, so the move stands for what is unseen before it.
 */
export async function readLag(db: Db): Promise<{ transactions: number; oldestSeconds: number }> {
  const [lag] = await db.execute<{ count: number; oldest: number }>(sql`
    with unseen as materialized (
      select id, seen_seq, wake_seq, clock_offset_ms, nudge_attempts, next_nudge_at
      from ${transactions} where wake_seq > seen_seq
    ), longest as (
      select * from unseen order by nudge_attempts desc, next_nudge_at limit ${lagLimit}
    )
    select (select count(*)::int from unseen) as count, (
      select coalesce(max(extract(epoch from clock_timestamp() - entry.at)
        + longest.clock_offset_ms / 1000.0), 0)::float8
      from longest cross join lateral (
        select at from ${journal}
        where transaction_id = longest.id and seq > longest.seen_seq and seq <= longest.wake_seq
          and kind in ${waking}
        order by case kind when 'clock-advanced' then -seq else 0 end, seq limit 1
      ) entry
    ) as oldest`)
  return { transactions: lag?.count ?? 0, oldestSeconds: Math.max(0, lag?.oldest ?? 0) }
}

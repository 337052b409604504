// The workflow's own view of the journal: looking, closing when idle, settling the clock.
import { and, eq, lt, sql } from 'drizzle-orm'
import { append } from '#src/journal/append.ts'
import type { Entry } from '#src/journal/entry.ts'
import { readJournal } from '#src/journal/read.ts'
import { transactions } from '#src/transaction/table.ts'
import { commit } from './commit.ts'
import type { ActivityDeps } from './deps.ts'
import { erasedFailure } from './failures.ts'
import type { LocalActivities } from './signatures.ts'

type Journal = Pick<LocalActivities, 'look' | 'closeIdle' | 'settleClock' | 'failStory'>

/** Bounds what one look adds to a history. */
const lookLimit = 500

export function journalActivities({ db, idleMs, historyMax }: ActivityDeps): Journal {
  return {
    async look({ id, after }) {
      const entries = await readJournal(db, id, after, lookLimit)
      const seen = entries.at(-1)?.seq ?? after
      const [row] = await db
        .select({
          unseen: sql<boolean>`${transactions.wakeSeq} > ${transactions.seenSeq}`,
          now: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8 + ${transactions.clockOffsetMs}`,
        })
        .from(transactions)
        .where(eq(transactions.id, id))
      if (!row) throw erasedFailure()
      // Only up to what was read: an entry that came meanwhile stays unseen, and its nudge is on its way.
      if (row.unseen) await markSeen(id, seen)
      return {
        now: Math.floor(row.now),
        idleMs,
        historyMax,
        entries,
        more: entries.length === lookLimit,
      }
    },
    async closeIdle({ id, seq }) {
      const closed = await db
        .update(transactions)
        .set({ idleSeq: seq })
        .where(and(eq(transactions.id, id), eq(transactions.lastSeq, seq)))
        .returning({ id: transactions.id })
      return closed.length > 0
    },
    settleClock: ({ id, seq }): Promise<Entry[]> =>
      commit(db, id, (tx, locked) =>
        append(tx, locked, [{ kind: 'clock-settled', ref: String(seq) }]),
      ),
    failStory: ({ id, module, ref, step }) =>
      commit(db, id, (tx, locked) =>
        append(tx, locked, [{ kind: 'story-failed', module, ref, reason: step }]),
      ),
  }

  async function markSeen(id: string, seen: number): Promise<void> {
    await db
      .update(transactions)
      .set({ seenSeq: seen })
      .where(and(eq(transactions.id, id), lt(transactions.seenSeq, seen)))
  }
}

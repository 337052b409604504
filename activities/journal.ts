// The workflow's own view of the journal: looking, closing when idle, settling the clock.
import { and, eq, sql } from 'drizzle-orm'
import { append } from '#src/journal/append.ts'
import type { Entry } from '#src/journal/entry.ts'
import { journal } from '#src/journal/table.ts'
import { readPin } from '#src/packs/rules.ts'
import { findVersion } from '#src/packs/store.ts'
import { transactions } from '#src/transaction/table.ts'
import type { Pack } from '#workflows/packs/define.ts'
import { commit } from './commit.ts'
import type { ActivityDeps } from './deps.ts'
import { erasedFailure } from './failures.ts'
import type { LocalActivities, Look } from './signatures.ts'

type Journal = Pick<LocalActivities, 'look' | 'closeIdle' | 'settleClock' | 'failStory'>

/** Bounds what one look adds to a history. */
const lookLimit = 500

export function journalActivities({ db, idleMs, historyMax }: ActivityDeps): Journal {
  /** Versions are immutable: each is read once by this process. */
  const documents = new Map<string, Pack>()

  return {
    async look({ id, after }) {
      // One statement, and one view: an entry that comes meanwhile stays unseen, and its nudge is on its way.
      const [row] = await db.execute<LookRow>(sql`
        with entries as materialized (
          select seq, (extract(epoch from at) * 1000)::bigint as at, kind, module, ref, code, reason,
            attempt, provider, duration_ms as "durationMs", cost_micros as "costMicros",
            (extract(epoch from due_at) * 1000)::bigint as "dueAt"
          from ${journal} where transaction_id = ${id} and seq > ${after}
          order by seq limit ${lookLimit}
        ), looked as (
          select coalesce(max(seq), ${after}) as seq from entries
        ), marked as (
          update ${transactions} set seen_seq = looked.seq from looked
          where id = ${id} and wake_seq > seen_seq and seen_seq < looked.seq
        )
        select (extract(epoch from clock_timestamp()) * 1000)::float8 + clock_offset_ms as now,
          (select json_agg(entries order by seq) from entries) as entries
        from ${transactions} where id = ${id}`)
      if (!row) throw erasedFailure()
      const entries = row.entries ?? []
      return {
        now: Math.floor(row.now),
        idleMs,
        historyMax,
        entries,
        more: entries.length === lookLimit,
        keepsAlarm: true,
        ...(await readDocuments(entries)),
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

  /** The documents of the packs that these entries start, so that the workflow need not ask for them. */
  async function readDocuments(entries: readonly Entry[]): Promise<Pick<Look, 'documents'>> {
    const pins = new Set(
      entries.flatMap(({ kind, code }) => (kind === 'pack-started' && code !== null ? [code] : [])),
    )
    const found: Pack[] = []
    for (const pin of pins) {
      const known = documents.get(pin) ?? (await findDocument(pin))
      if (!known) continue
      documents.set(pin, known)
      found.push(known)
    }
    return found.length > 0 ? { documents: found } : {}
  }

  async function findDocument(pin: string): Promise<Pack | undefined> {
    const { name, version } = readPin(pin)
    return (await findVersion(db, name, version))?.document
  }
}

type LookRow = { readonly now: number; readonly entries: Entry[] | null }

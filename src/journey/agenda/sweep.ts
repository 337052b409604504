// Looks at transactions whose time has come and finds those whose nudge or workflow was lost, so that nothing depends
// on a nudge. A transaction without a task has no workflow to look for.
import { and, eq, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { journal } from '#src/journey/journal/table.ts'
import type { HistoryEntry } from '#src/journey/transaction/task.ts'
import type { AnewReason, NothingLeft } from '#workflows/messages.ts'
import type { Nudger } from '#src/journey/temporal/nudge.ts'
import type { Nudged } from '#src/journey/temporal/nudge-target.ts'
import { answeredEntriesMax } from './read.ts'
import { toNudged } from './waiting-rules.ts'
import {
  countSweep,
  judgeRun,
  judgeSweep,
  nudgeGraceMs,
  readsSoon,
  type SweepJudgement,
  type Swept,
} from './rules.ts'
import type { RunState, TemporalRuns } from '#src/journey/temporal/runs.ts'
import { transactions } from '#src/journey/transaction/table.ts'

const batchSize = 200

/** The most runs that one sweep asks the server about; the next sweeps ask about the others. */
const askedMax = 50
/** How many runs are asked about and nudged at once, so that the nudges of new requests get their turn between them. */
const atOnce = 10

/** A transaction whose run is judged. */
export type Judged = Nudged & Pick<Swept, 'armedAt' | 'sweeps'> & { readonly wallNow: number }

type Due = Judged &
  Pick<SweepJudgement, 'nudges' | 'asks'> & {
    /** Set when no task is left: the content of the signal that ends the run. */
    readonly nothingLeft?: NothingLeft
  }

export const sweptColumns = {
  id: transactions.id,
  tenant: transactions.tenant,
  mode: transactions.mode,
  tasks: transactions.agenda,
  armedAt: transactions.armedAt,
  seenSeq: transactions.seenSeq,
  offsetMs: transactions.clockOffsetMs,
  sweeps: transactions.sweeps,
  pack: transactions.pack,
  outcome: transactions.outcome,
  documentType: transactions.documentType,
  parent: transactions.parentId,
  wallNow: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`,
}

/** Compares by the transaction's clock, because the times of entries do. */
const isRested = (idleMs: number) => sql<
  boolean | null
>`case when ${transactions.agenda} = '[]' and ${transactions.armedAt} is not null then (
  select extract(epoch from clock_timestamp() - at) * 1000 + ${transactions.clockOffsetMs} >= ${idleMs}::float8 from ${journal}
  where transaction_id = ${transactions.id} and seq = ${transactions.lastSeq}
) end`

export type SweepDeps = {
  readonly db: Db
  readonly nudger: Nudger
  readonly runs: Pick<TemporalRuns, 'find' | 'beginAnew' | 'close'>
  /** How long a run stays open when it has nothing left. */
  readonly idleMs: number
  /** Called for each run that was replaced, with the reason. */
  readonly onAnew?: (transaction: string, reason: AnewReason) => void
  /** Awaited before a run is replaced, so that the task of which its worker may have died is known by then. */
  readonly beforeAnew?: (transaction: string, reason: AnewReason, state: RunState) => Promise<void>
}

/** Makes one sweep; resolves to the number of nudged transactions. */
export async function sweep(deps: SweepDeps): Promise<number> {
  let nudged = 0
  let asksLeft = askedMax
  for (;;) {
    const { found, more } = await takeDue(deps)
    const told = new Set<string>()
    const due = found.map((one) => ({ ...one, asks: one.asks && asksLeft-- > 0 }))
    for (let at = 0; at < due.length; at += atOnce) {
      const some = due.slice(at, at + atOnce)
      const tended = await Promise.all(some.map((one) => tend(deps, one, told)))
      nudged += tended.filter(Boolean).length
      await deps.nudger.drain()
    }
    await settleTold(deps.db, [...told])
    if (!more) return nudged
  }
}

/**
 * Resolves to whether the transaction was nudged. A run that waits in Temporal's queue is not nudged, because the
 * signal would only slow the queue down.
 */
async function tend(deps: SweepDeps, one: Due, told: Set<string>): Promise<boolean> {
  if (one.nothingLeft) {
    if (await deps.runs.close(one.id, one.nothingLeft)) told.add(one.id)
    return true
  }
  const asks = one.asks || (one.nudges && !one.isEmpty)
  const state = asks ? await deps.runs.find(one.id) : undefined
  // A run that merely lacks the last entries is not in doubt, because it may read at any moment, unless its worker is
  // dead.
  const isInDoubt = one.asks || state?.isHolderGone
  const reason = isInDoubt && state && judgeRun(state, one, one.wallNow)
  if (reason) {
    await beginOneAnew(deps, one, { reason, state })
    return false
  }
  if (!one.nudges || (state && readsSoon(state))) return false
  deps.nudger.nudge(one)
  return true
}

/** These runs got the signal to end or have ended, so the sweep checks them no more unless something came meanwhile. */
async function settleTold(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { id, agenda, armedAt, sweeps } = transactions
  await db
    .update(transactions)
    .set({ sweeps: 0, sweepAt: Infinity })
    .where(and(inArray(id, [...ids]), eq(agenda, []), isNull(armedAt), lt(sweeps, 0)))
}

/** When the sweep checks whether the new run has read the agenda. */
const sweepAgainAt = ({ wallNow }: Judged) => sql`${String(wallNow + nudgeGraceMs)}::float8`

/** Starts another run in place of one without a living worker; nothing depends on a particular run. */
export async function beginOneAnew(
  { db, runs, onAnew, beforeAnew }: SweepDeps,
  one: Judged,
  { reason, state }: { readonly reason: AnewReason; readonly state: RunState },
): Promise<void> {
  await beforeAnew?.(one.id, reason, state)
  await db
    .update(transactions)
    .set({
      armedAt: null,
      sweeps: 0,
      sweepAt: sql`least(${transactions.sweepAt}, ${sweepAgainAt(one)})`,
    })
    .where(eq(transactions.id, one.id))
  const isBegun = await runs.beginAnew(one, reason, state.cancelledRun)
  // Written only when the other run has started, because a run that stays the newest must still receive the agenda.
  if (isBegun && state.runId !== undefined)
    await db
      .update(transactions)
      .set({ supersededRun: state.runId })
      .where(eq(transactions.id, one.id))
  onAnew?.(one.id, reason)
}

/** Takes a batch of due transactions, and commits their next look before any of them is nudged. */
async function takeDue({
  db,
  idleMs,
}: Pick<SweepDeps, 'db' | 'idleMs'>): Promise<{ found: Due[]; more: boolean }> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ ...sweptColumns, lastSeq: transactions.lastSeq, isRested: isRested(idleMs) })
      .from(transactions)
      // The statement's own time, because a clock that runs on during the statement could use no index.
      .where(lte(transactions.sweepAt, sql`extract(epoch from statement_timestamp()) * 1000`))
      .orderBy(transactions.sweepAt)
      .limit(batchSize)
      .for('no key update', { skipLocked: true })
    if (rows.length === 0) return { found: [], more: false }
    const judged = rows.map((row) => ({
      ...toNudged(row, row.wallNow + row.offsetMs),
      ...row,
      ...judgeSweep(row, row.wallNow),
    }))
    const moved = judged.map(({ id, nudges, closes, sweepAt, sweeps, tasks }) => ({
      id,
      at: String(sweepAt),
      sweeps: countSweep({ tasks, sweeps }, nudges || closes),
      closes,
    }))
    // `armed_at` is cleared in the same statement, so that commits from then on begin another run or nudge this one.
    await tx.execute(sql`
      update ${transactions} swept set sweep_at = moved.at::float8,
        sweeps = moved.sweeps,
        armed_at = case when moved.closes then null else swept.armed_at end
      from jsonb_to_recordset((${JSON.stringify(moved)}::text)::jsonb)
        as moved(id uuid, at text, sweeps smallint, closes boolean)
      where swept.id = moved.id`)
    const closing = judged.filter(({ closes }) => closes)
    const entries = await readUntold(tx, closing)
    const left = closing.map(({ lastSeq: seq, pack, outcome, id, ...one }) => ({
      ...one,
      id,
      nothingLeft: { seq, pack, outcome, entries: entries.get(id) ?? [] },
    }))
    return {
      found: [...left, ...judged.filter(({ nudges, asks }) => nudges || asks)],
      more: rows.length === batchSize,
    }
  })
}

/** Reads the entries that the closing runs do not know yet, so that their histories show them. */
async function readUntold(
  tx: Db,
  closing: readonly Pick<Swept & Judged, 'id' | 'seenSeq'>[],
): Promise<ReadonlyMap<string, HistoryEntry[]>> {
  if (closing.length === 0) return new Map()
  const asked = closing.map(({ id, seenSeq: seen }) => ({ id, seen }))
  const rows = await tx.execute<{ id: string; entries: HistoryEntry[] }>(sql`
    select asked.id, json_agg(json_build_object('seq', seq, 'kind', kind, 'module', module, 'code', code,
      'at', (extract(epoch from at) * 1000)::float8) order by seq) as entries
    from jsonb_to_recordset((${JSON.stringify(asked)}::text)::jsonb) as asked(id uuid, seen integer)
    join ${journal} on transaction_id = asked.id and seq > asked.seen and seq <= asked.seen + ${answeredEntriesMax}
    group by asked.id`)
  return new Map(rows.map(({ id, entries }) => [id, entries]))
}

/** For an operator after a Temporal namespace was lost: nudges every transaction that has a task. */
export async function nudgeOpen(db: Db, nudger: Nudger): Promise<number> {
  let total = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const batch: Nudged[] = await db
      .select({ id: transactions.id, tenant: transactions.tenant, mode: transactions.mode })
      .from(transactions)
      .where(and(ne(transactions.agenda, []), sql`${transactions.id} > ${after}`))
      .orderBy(transactions.id)
      .limit(batchSize)
    for (const one of batch) nudger.nudge(one)
    await nudger.drain()
    total += batch.length
    const last = batch.at(-1)
    if (!last || batch.length < batchSize) return total
    after = last.id
  }
}

const hurriedMax = 10_000
/** How many back-offs are cut short per second, so that the runs begin one after the other. */
const hurriedPerSecond = 100

/**
 * Shortens the back-off of nudged transactions after an outage of Temporal or the death of a worker. Those with a due
 * call to a vendor come first, because a person may wait for a message. Every worker does it.
 */
export async function hurrySweeps(db: Db): Promise<number> {
  const { id, sweeps, sweepAt, agenda, clockOffsetMs } = transactions
  const rows = await db.execute(sql`
    with found as (
      select ${id} as waiting, ${sweepAt} as due, exists (
        select from jsonb_array_elements(${agenda}) task
        where task ->> 'waits' = 'vendor' and (task ->> 'dueAt')::float8
          <= extract(epoch from clock_timestamp()) * 1000 + ${clockOffsetMs}
      ) as calls from ${transactions}
      where ${sweeps} > 1 limit ${hurriedMax} for no key update skip locked
    ), waiting as (
      select waiting, row_number() over (order by calls desc, due) as place from found
    )
    update ${transactions} hurried set sweeps = 1,
      sweep_at = least(hurried.sweep_at,
        extract(epoch from clock_timestamp()) * 1000 + place * ${1_000 / hurriedPerSecond}::float8)
    from waiting where hurried.id = waiting.waiting
    returning hurried.id`)
  return rows.length
}

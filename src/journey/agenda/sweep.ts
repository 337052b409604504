// Looks at transactions whose time has come: nudges whose nudge or workflow was lost. Nothing hangs on a nudge because
// of it, and a transaction without a task has no workflow to look for.
import { and, eq, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { Nudger } from '#src/journey/temporal/nudge.ts'
import type { Nudged } from '#src/journey/temporal/nudge-target.ts'
import { toNudged } from './waiting-rules.ts'
import {
  type AnewReason,
  countSweep,
  judgeRun,
  judgeSweep,
  nudgeGraceMs,
  readsSoon,
  type Swept,
} from './rules.ts'
import type { RunState } from '#src/journey/temporal/runs.ts'
import type { TemporalRuns } from '#src/journey/temporal/runs.ts'
import { transactions } from '#src/journey/transaction/table.ts'

const batchSize = 200

/** Runs of which one sweep asks whether somebody works at them: the others have their turn later. */
const askedMax = 50
/** So many are asked about and nudged at once: what a request has just begun goes between them. */
const atOnce = 10

/** A transaction whose run is judged. */
export type Judged = Nudged & Pick<Swept, 'armedAt' | 'sweeps'> & { readonly wallNow: number }

type Due = Judged & { readonly nudges: boolean; readonly asks: boolean }

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
  wallNow: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`,
}

export type SweepDeps = {
  readonly db: Db
  readonly nudger: Nudger
  readonly runs: Pick<TemporalRuns, 'find' | 'beginAnew'>
  /** A run that was begun anew, and why. */
  readonly onAnew?: (transaction: string, reason: AnewReason) => void
  /** Awaited before one is begun anew: what its worker may have died of is to be known by then. */
  readonly beforeAnew?: (transaction: string, reason: AnewReason, state: RunState) => Promise<void>
}

/** One sweep; resolves to how many were nudged. */
export async function sweep(deps: SweepDeps): Promise<number> {
  let nudged = 0
  let asksLeft = askedMax
  for (;;) {
    const { found, more } = await takeDue(deps.db)
    const due = found.map((one) => ({ ...one, asks: one.asks && asksLeft-- > 0 }))
    for (let at = 0; at < due.length; at += atOnce) {
      const tended = await Promise.all(due.slice(at, at + atOnce).map((one) => tend(deps, one)))
      nudged += tended.filter(Boolean).length
      await deps.nudger.drain()
    }
    if (!more) return nudged
  }
}

/** Whether it was nudged. A run that waits in the queue needs no nudge, which would only keep the server from its queue. */
async function tend(deps: SweepDeps, one: Due): Promise<boolean> {
  const asks = one.asks || (one.nudges && !one.isEmpty)
  const state = asks ? await deps.runs.find(one.id) : undefined
  // What is only untold is no reason to doubt a run: it may be read at any moment, unless its worker is dead.
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

/** When the sweep looks whether the other run has read. */
const sweepAgainAt = ({ wallNow }: Judged) => sql`${String(wallNow + nudgeGraceMs)}::float8`

/** Where nobody works at the run: nothing hangs on one, so another takes its place. */
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
  await runs.beginAnew(one)
  onAnew?.(one.id, reason)
}

/** A batch that is due: each is moved on, and committed before anybody is nudged. */
async function takeDue(db: Db): Promise<{ found: Due[]; more: boolean }> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select(sweptColumns)
      .from(transactions)
      // The statement's own time: a clock that runs on while it is read could use no index.
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
    const moved = judged.map(({ id, nudges, sweepAt, sweeps, tasks }) => ({
      id,
      at: String(sweepAt),
      sweeps: countSweep({ tasks, sweeps }, nudges),
    }))
    await tx.execute(sql`
      update ${transactions} swept set sweep_at = moved.at::float8,
        sweeps = moved.sweeps
      from jsonb_to_recordset((${JSON.stringify(moved)}::text)::jsonb)
        as moved(id uuid, at text, sweeps smallint)
      where swept.id = moved.id`)
    return {
      found: judged.filter(({ nudges, asks }) => nudges || asks),
      more: rows.length === batchSize,
    }
  })
}

/** For an operator, after a namespace was lost: nudges every transaction that has something to do. */
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
/** They come back one after the other, as many a second. */
const hurriedPerSecond = 100

/**
 * Temporal was away and is back, or a worker has died: those that were nudged in vain need not wait until their back-off is
 * over, those first for which a call to a vendor is due, as a message for which a person waits. Every worker does it.
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

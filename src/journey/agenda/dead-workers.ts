// The work of a starting worker before its first task: it replaces runs whose worker has died, and counts the death.
// Otherwise a task that kills workers would kill this one too, before any sweep.
import { setTimeout as sleep } from 'node:timers/promises'
import { and, lte, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { backOffMaxMs, hungMs, isAbandoned } from './rules.ts'
import { toNudged } from './waiting-rules.ts'
import { beginOneAnew, type Judged, type SweepDeps, sweptColumns } from './sweep.ts'

/** The most runs that are looked at here; sweeps find the rest. */
const lookedMax = 100
const atOnce = 10
/** A starting worker does not wait longer for a server that is slow or away. */
const withinMs = 3_000

/** Resolves within three seconds to the number of runs that were replaced. */
export async function beginAbandoned(deps: SweepDeps): Promise<number> {
  let begun = 0
  const late = sleep(withinMs, 'late' as const)
  const found = await findOverdue(deps.db)
  for (let at = 0; at < found.length; at += atOnce) {
    const batch = Promise.all(found.slice(at, at + atOnce).map((one) => tend(deps, one)))
    const ended = await Promise.race([batch, late])
    // One run could not be asked about, so the server is down for the following ones too.
    if (ended === 'late' || ended.includes(undefined)) break
    begun += ended.filter(Boolean).length
  }
  return begun
}

/** Resolves to whether the run was replaced; undefined when the Temporal server cannot be asked. */
async function tend(deps: SweepDeps, one: Judged): Promise<boolean | undefined> {
  const state = await deps.runs.find(one.id)
  if (!state) return undefined
  const reason = state.isHolderGone ? 'died' : isAbandoned(state) ? 'stuck' : undefined
  if (reason) await beginOneAnew(deps, one, { reason, state })
  return reason !== undefined
}

/** Transactions with a local task that is late, among those that a sweep looks at within its longest back-off. */
async function findOverdue(db: Db): Promise<readonly Judged[]> {
  const rows = await db
    .select(sweptColumns)
    .from(transactions)
    .where(
      and(
        lte(
          transactions.sweepAt,
          sql`extract(epoch from statement_timestamp()) * 1000 + ${backOffMaxMs}::float8`,
        ),
        sql`exists (
          select from jsonb_array_elements(${transactions.agenda}) task
          where task ->> 'lane' = 'local' and not task ? 'parked'
            and (task ->> 'dueAt')::float8 <= ${transactions.clockOffsetMs} - ${hungMs}::float8
              + extract(epoch from statement_timestamp()) * 1000)`,
      ),
    )
    .orderBy(transactions.sweepAt)
    .limit(lookedMax)
  return rows.map((row) => ({ ...row, ...toNudged(row, row.wallNow + row.offsetMs) }))
}

// The end of every commit: the entries and the transaction's row, in one statement.
import { sql } from 'drizzle-orm'
import { armAt, needsNudge, openedBetween, sweepAfterCommit } from '#src/journey/agenda/rules.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Entry } from '#src/journey/journal/entry.ts'
import { journal } from '#src/journey/journal/table.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { transactions } from '#src/journey/agenda/table.ts'

/**
 * Writes what the commit has changed, and decides whether the workflow is nudged. `answers`: the workflow is
 * told the agenda with this commit, so that it has seen it; or `soon`, by the task under way: then it needs no
 * nudge either, because a task whose answer is lost is run again.
 */
export async function writeCommit(
  tx: Db,
  locked: Locked,
  answers: boolean | 'soon' = false,
): Promise<void> {
  const { before, tasks, unwritten, clockOffsetMs: offsetMs, pack } = locked
  const opened = openedBetween(before.tasks, tasks)
  const wallNow = locked.wallNow.getTime()
  const nudges =
    !answers && (locked.mustNudge || needsNudge(before.armedAt, { opened, left: tasks }))
  const sweepAt = sweepAfterCommit(before.sweepAt, { nudges, opened, wallNow, offsetMs })
  const isChanged =
    unwritten.length > 0 ||
    sweepAt !== before.sweepAt ||
    pack !== before.pack ||
    offsetMs !== before.clockOffsetMs
  locked.nudges = nudges
  const tells = answers === true
  if (!isChanged && !tells) return
  const told = tells
    ? sql`, seen_seq = ${locked.lastSeq}, sweeps = 0, armed_at = ${String(armAt(tasks, locked.now.getTime()))}::float8`
    : sql``
  await tx.execute(sql`
    with entries as (
      insert into ${journal}
      select * from json_populate_recordset(null::${journal}, ${toRows(locked, unwritten)}::json)
    )
    update ${transactions} set
      last_seq = ${locked.lastSeq},
      agenda = ${JSON.stringify(tasks)}::jsonb,
      pack = ${pack}::text,
      clock_offset_ms = ${String(offsetMs)}::bigint,
      sweep_at = ${String(sweepAt)}::float8${told}
    where id = ${locked.id}`)
}

/** As JSON, by the names of the table's columns. */
function toRows({ id, requestId }: Locked, entries: readonly Entry[]): string {
  return JSON.stringify(
    entries.map(({ at, dueAt, durationMs, costMicros, ...rest }) => ({
      ...rest,
      transaction_id: id,
      request_id: requestId,
      at: new Date(at),
      due_at: dueAt === null ? null : new Date(dueAt),
      duration_ms: durationMs,
      cost_micros: costMicros,
    })),
  )
}

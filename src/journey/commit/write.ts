// Ends every commit: writes the entries and the transaction's row in one statement.
import { sql } from 'drizzle-orm'
import { armAt, needsNudge, openedBetween, sweepAfterCommit } from '#src/journey/agenda/rules.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Entry } from '#src/journey/journal/entry.ts'
import { journal } from '#src/journey/journal/table.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { transactions } from '#src/journey/agenda/table.ts'

/**
 * Writes what the commit has changed, and decides whether the workflow is nudged. `answers`: the workflow gets
 * the agenda as this commit's answer, so that it has seen it; or `soon`, as that of the task under way: then it needs
 * no nudge either, because a task whose answer is lost is run again.
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
  const isAnswer = answers === true
  if (!isChanged && !isAnswer) return
  const seenColumns = isAnswer
    ? sql`, seen_seq = ${locked.lastSeq}, sweeps = 0, armed_at = ${String(armAt(tasks, locked.now.getTime()))}::float8`
    : sql``
  await tx.execute(sql`
    with entries as (
      insert into ${journal}
      select * from json_populate_recordset(null::${journal}, ${toRows(locked.id, unwritten)}::json)
    )
    update ${transactions} set
      last_seq = ${locked.lastSeq},
      agenda = ${JSON.stringify(tasks)}::jsonb,
      pack = ${pack}::text,
      clock_offset_ms = ${String(offsetMs)}::bigint,
      sweep_at = ${String(sweepAt)}::float8${seenColumns}
    where id = ${locked.id}`)
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

// Ends every commit: writes the entries, what clients are told of them, and the transaction's row in one statement.
import { sql } from 'drizzle-orm'
import {
  armAt,
  isLeftOpen,
  mayHaveRun,
  needsNudge,
  openedBetween,
  sweepAfterCommit,
} from '#src/journey/agenda/rules.ts'
import type { Db } from '#src/platform/db/client.ts'
import { insertRows } from '#src/platform/db/rows.ts'
import type { Unwritten } from '#src/journey/journal/entry.ts'
import { insertEvents } from '#src/journey/journal/insert-events.ts'
import { journal } from '#src/journey/journal/table.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { assignedState, isChanged } from '#src/journey/transaction/row.ts'
import { transactions } from '#src/journey/transaction/table.ts'

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
  const { before, tasks, unwritten, clockOffsetMs: offsetMs } = locked
  const opened = openedBetween(before.tasks, tasks)
  const wallNow = locked.wallNow.getTime()
  const mustNudge = locked.mustNudge && mayHaveRun(before.armedAt, before.tasks)
  const nudges = !answers && (mustNudge || needsNudge(before.armedAt, { opened, left: tasks }))
  const sweepAt = sweepAfterCommit(before.sweepAt, {
    nudges,
    opened,
    wallNow,
    offsetMs,
    leavesEmpty: !answers && isLeftOpen(before.armedAt, tasks, locked.now.getTime()),
  })
  locked.nudges = nudges
  const isAnswer = answers === true
  if (!isChanged(locked) && sweepAt === before.sweepAt && !isAnswer) return
  const seen = isAnswer && {
    seenSeq: locked.lastSeq,
    sweeps: 0,
    armedAt: armAt(tasks, locked.now.getTime()),
  }
  const told = insertEvents(locked)
  await tx.execute(sql`
    with entries as (
      ${insertRows(
        journal,
        unwritten.map((entry) => toRow(locked, entry)),
      )}
    )${told && sql`, told as (${told})`}
    update ${transactions} set ${assignedState(locked, { sweepAt, ...seen })} where id = ${locked.id}`)
}

const toRow = (
  { id, requestId }: Locked,
  { at, dueAt, event: _event, ...rest }: Unwritten,
): JournalRow => ({
  ...rest,
  transactionId: id,
  requestId: requestId ?? null,
  at: new Date(at),
  dueAt: dueAt === null ? null : new Date(dueAt),
})

type JournalRow = typeof journal.$inferSelect

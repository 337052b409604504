// The end of every commit: the entries and the transaction's row, in one statement.
import { sql } from 'drizzle-orm'
import {
  armAt,
  mayHaveRun,
  needsNudge,
  openedBetween,
  sweepAfterCommit,
} from '#src/journey/agenda/rules.ts'
import type { Db } from '#src/platform/db/client.ts'
import { assigned, insertRows } from '#src/platform/db/rows.ts'
import type { Entry } from '#src/journey/journal/entry.ts'
import { journal } from '#src/journey/journal/table.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { transactions } from '#src/journey/transaction/table.ts'

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
  const mustNudge = locked.mustNudge && mayHaveRun(before.armedAt, before.tasks)
  const nudges = !answers && (mustNudge || needsNudge(before.armedAt, { opened, left: tasks }))
  const sweepAt = sweepAfterCommit(before.sweepAt, { nudges, opened, wallNow, offsetMs })
  const isChanged =
    unwritten.length > 0 ||
    sweepAt !== before.sweepAt ||
    pack !== before.pack ||
    offsetMs !== before.clockOffsetMs
  locked.nudges = nudges
  const tells = answers === true
  if (!isChanged && !tells) return
  const told = tells && {
    seenSeq: locked.lastSeq,
    sweeps: 0,
    armedAt: armAt(tasks, locked.now.getTime()),
  }
  const row = {
    lastSeq: locked.lastSeq,
    agenda: tasks,
    pack,
    clockOffsetMs: offsetMs,
    sweepAt,
    ...told,
  }
  await tx.execute(sql`
    with entries as (
      ${insertRows(
        journal,
        unwritten.map((entry) => toRow(locked.id, entry)),
      )}
    )
    update ${transactions} set ${assigned(transactions, row)} where id = ${locked.id}`)
}

const toRow = (transactionId: string, { at, dueAt, ...rest }: Entry): JournalRow => ({
  ...rest,
  transactionId,
  at: new Date(at),
  dueAt: dueAt === null ? null : new Date(dueAt),
})

type JournalRow = typeof journal.$inferSelect

// Ends every commit: one statement sends the entries, the events for clients and the transaction's row, and the COMMIT
// behind it reports whether it succeeded.
import { sql } from 'drizzle-orm'
import {
  armForRun,
  closesRun,
  isLeftOpen,
  mayHaveRun,
  needsNudge,
  openedBetween,
  sweepAfterCommit,
} from '#src/journey/agenda/rules.ts'
import { isSeenOtherwise } from '#src/journey/agenda/waiting-rules.ts'
import type { Db } from '#src/platform/db/client.ts'
import { buildSqlOnce, sendUnawaited } from '#src/platform/db/prepared.ts'
import { insertJson, toJsonRows } from '#src/platform/db/rows.ts'
import type { Unwritten } from '#src/journey/transaction/entry.ts'
import { type FirstAnswer, insertFirst } from '#src/journey/idempotency/store.ts'
import { insertEvents, toJsonEvents } from '#src/journey/journal/insert-events.ts'
import { journal } from '#src/journey/journal/table.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { assignState, isChanged, stateAfter } from '#src/journey/transaction/row.ts'
import { transactions } from '#src/journey/transaction/table.ts'

/**
 * Writes what the commit has changed and decides whether to nudge the workflow. `notifiesWorkflow`: the workflow sees
 * the agenda as the answer of this commit, or with `soon` as that of the running task. It then needs no nudge, because
 * a task whose answer is lost is run again.
 */
export function writeCommit(
  tx: Db,
  locked: Locked,
  {
    notifiesWorkflow = false,
    first,
  }: {
    readonly notifiesWorkflow?: boolean | 'soon' | undefined
    /** The answer of a keyed request, which is stored in the same commit. */
    readonly first?: FirstAnswer | undefined
  } = {},
): void {
  const written = settleCommit(locked, notifiesWorkflow)
  if (!written) {
    if (first) sendUnawaited(writeFirst(tx).execute(first))
    return
  }
  const { alone, told } = first ? remembering : writing
  const write = written.events === undefined ? alone : told
  sendUnawaited(write(tx).execute({ ...first, ...written }))
}

/**
 * Decides whether the workflow is nudged, in `locked.nudges`, and returns the values of the last statement; undefined
 * when nothing has changed.
 */
export function settleCommit(locked: Locked, notifiesWorkflow: boolean | 'soon' = false) {
  const { before, tasks, unwritten, clockOffsetMs: offsetMs } = locked
  const opened = openedBetween(before.tasks, tasks)
  const wallNow = locked.wallNow.getTime()
  const mustNudge = locked.mustNudge && mayHaveRun(before.armedAt, before.tasks)
  // The commit of a task needs no nudge for this, because its run reads what the task has left.
  const isTold =
    locked.task === undefined && isSeenOtherwise(before.tasks, tasks, locked.now.getTime())
  const nudges =
    !notifiesWorkflow &&
    (mustNudge || isTold || needsNudge(before.armedAt, { opened, left: tasks }))
  const sweepAt = sweepAfterCommit(before.sweepAt, {
    nudges,
    opened,
    wallNow,
    offsetMs,
    leavesEmpty:
      !notifiesWorkflow &&
      unwritten.length > 0 &&
      isLeftOpen(before.armedAt, tasks, locked.now.getTime()),
  })
  locked.nudges = nudges
  const isAnswer = notifiesWorkflow === true
  if (!isChanged(locked) && sweepAt === before.sweepAt && !isAnswer) return undefined
  const seen = isAnswer && {
    seenSeq: locked.lastSeq,
    sweeps: 0,
    armedAt: closesRun(locked)
      ? null
      : armForRun(before.armedAt, { before: before.tasks, tasks }, locked.now.getTime()),
  }
  const { id, tenant, mode } = locked
  const events = toJsonEvents(locked)
  const entries = toJsonRows(
    journal,
    unwritten.map((entry) => toRow(locked, entry)),
  )
  const state = stateAfter(locked, { sweepAt, ...seen })
  return { id, tenant, mode, entries, events, ...state }
}

const writeWith = (beside = sql``) =>
  buildSqlOnce(
    () => sql`
    with entries as (${insertJson(journal, sql.placeholder('entries'))})${beside}
    update ${transactions} set ${assignState()} where id = ${sql.placeholder('id')}`,
  )

const writeFirst = buildSqlOnce(insertFirst)
const tell = sql`, told as (${insertEvents()})`
const remember = sql`, first as (${insertFirst()})`
const writing = { alone: writeWith(), told: writeWith(tell) }
const remembering = { alone: writeWith(remember), told: writeWith(sql`${tell}${remember}`) }

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

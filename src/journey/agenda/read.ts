// Answers the workflow's request for its agenda. Only here, and in the answer to a task, the row records which entries
// the workflow knows and when it will wake by itself.
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce, buildSqlOnce } from '#src/platform/db/prepared.ts'
import { constant } from '#src/platform/db/rows.ts'
import { journal } from '#src/journey/journal/table.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { armAt, isUnderWay, nudgeGraceMs } from './rules.ts'
import { sayWaiting, waitingFor } from './waiting-rules.ts'
import type { Agenda, HistoryEntry, Left, Tasks } from '#src/journey/transaction/task.ts'
import type { FirstAgenda } from '#workflows/messages.ts'

type Limits = Pick<Agenda, 'holdMs' | 'holdMaxMs' | 'failuresMax' | 'idleMs' | 'historyMax'>

export type AgendaSettings = Limits & {
  /** Lists the search attributes that the Temporal namespace lacks. */
  readonly lacking?: () => readonly string[]
}

/** The most entries of one answer, because each answer becomes part of the workflow's history. */
export const answeredEntriesMax = 500

type ReadRow = {
  /** The number of the last entry that the workflow had seen, or of an earlier one. */
  readonly seen: number
  readonly last_seq: number
  readonly agenda: Tasks
  readonly armed_at: number | null
  readonly pack: string | null
  readonly outcome: string | null
  readonly erased: boolean
  readonly now: number
  /** When the last entry was written, by the transaction's clock. */
  readonly last_at: number
  /** The entries that the run does not know yet, as of the start of the statement. */
  readonly entries: readonly HistoryEntry[]
}

const { placeholder } = sql

export type AgendaQuery = {
  readonly id: string
  /** The number of the last entry that this run knows; null when the run has just begun. */
  readonly after: number | null
  /** The run may close. It does so when no task is left and the last entry is old enough. */
  readonly closes?: true
} & ToRun

/** The id of the run that asks; undefined means the only run that there is. */
type ToRun = { readonly run?: string | undefined }

/** False for a run that was replaced, because its worker stood still and nobody receives its answer. */
const isTold = (run: unknown) =>
  sql`(superseded_run is null or superseded_run is distinct from ${run}::text)`

/** The present time by the transaction's clock, in epoch milliseconds. */
const nowMs = sql`extract(epoch from clock_timestamp()) * 1000 + clock_offset_ms`

/** When the last entry was written. */
const lastAt = sql`(
  select extract(epoch from at)::float8 * 1000 from ${journal}
  where transaction_id = ${transactions}.id and seq = ${transactions}.last_seq
)`

const untold = sql`(
  select coalesce(json_agg(json_build_object('seq', seq, 'kind', kind, 'module', module, 'code', code,
    'at', (extract(epoch from at) * 1000)::float8) order by seq), '[]')
  from (
    select * from ${journal}
    where transaction_id = ${transactions}.id and seq > coalesce(${placeholder('after')}::integer, before.seen)
    order by seq limit ${constant(answeredEntriesMax)}
  ) one
)`

/**
 * Builds the statement that reads the agenda for a run. `armedWhenEmpty` is the value for `armed_at` when no task is
 * left.
 */
const tellRun = (armedWhenEmpty: SQL) =>
  // The statement waits for the holder of the row and then sees what was committed. The time in its answer is never
  // earlier than the time with which it sets `armed_at`; otherwise a due task would be neither begun nor waited for.
  buildSqlOnce<ReadRow>(
    () => sql`
    update ${transactions} set seen_seq = last_seq, sweeps = 0,
      armed_at = case when erased_at is not null then null when agenda = '[]'::jsonb then ${armedWhenEmpty}
        else coalesce((
          select min((task ->> 'dueAt')::float8) from jsonb_array_elements(agenda) task
          where (task ->> 'dueAt')::float8 > ${nowMs}
        ), 'infinity') end
    from (select id as own, seen_seq as seen from ${transactions} where id = ${placeholder('id')}) before
    where id = before.own and ${isTold(placeholder('run'))}
    returning before.seen, last_seq, agenda, armed_at, pack, outcome, erased_at is not null as erased,
      (${nowMs})::float8 as now, ${lastAt} as last_at, ${untold} as entries`,
  )

/**
 * When no task is left the alarm stays as it is, unless its time has passed. A run that closes leaves none, by the same
 * rule as `closeAgenda`.
 */
const leftArmed = sql`case when armed_at <= ${nowMs} then 'infinity' else armed_at end`
const tellOpen = tellRun(leftArmed)
const tellClosing = tellRun(sql`case
  when seen_seq = ${placeholder('after')} and ${nowMs} - ${lastAt} >= ${placeholder('idleMs')}::float8 then null
  else ${leftArmed} end`)

/**
 * Null when the transaction is erased or no longer exists, or when another run has replaced this one, so that its
 * workflow ends.
 */
export async function readAgenda(
  db: Db,
  settings: AgendaSettings,
  { id, after, closes, run }: AgendaQuery,
): Promise<Agenda | null> {
  const asked =
    closes && after !== null
      ? tellClosing(db).execute({ id, run: run ?? null, after, idleMs: settings.idleMs })
      : tellOpen(db).execute({ id, run: run ?? null, after })
  const [row] = await asked
  if (!row || row.erased) return null
  const { agenda: tasks, pack, outcome } = row
  const before = after ?? row.seen
  const isWhole = row.entries.length === Math.min(row.last_seq - before, answeredEntriesMax)
  const idleMs = Math.max(0, settings.idleMs - (row.now - row.last_at))
  const closed = closes && tasks.length === 0 && row.armed_at === null && idleMs === 0
  return {
    ...toAgendaFields(settings, { tasks, pack, outcome, now: Math.floor(row.now) }),
    idleMs,
    seq: row.last_seq,
    armedAt: tasks.length === 0 ? null : toAlarm(row.armed_at),
    // The statement cannot see entries that were committed while it waited for the row, so these are read apart.
    entries: isWhole ? row.entries : await readEntriesAfter(db, id, before),
    ...(closed && { closed }),
  }
}

/** The fields that every answer to the workflow has. */
export function toAgendaFields(
  { lacking, ...limits }: AgendaSettings,
  row: Pick<Agenda, 'tasks' | 'pack' | 'now'> & { readonly outcome: string | null },
) {
  const lacks = lacking?.() ?? []
  const waits = waitingFor(row.tasks, row.now)
  const waiting = waits?.for ?? null
  const says = waits && { says: sayWaiting(waits) }
  return {
    ...limits,
    ...row,
    waiting,
    ...says,
    ...(lacks.length > 0 && { lacks }),
    ...(row.tasks.some(isUnderWay) && { isUnderWay: true as const }),
  }
}

/**
 * The agenda that a run starts with, with the settings that an answer would bring. Undefined makes the run read first.
 */
export function toFirstAgenda(
  settings: AgendaSettings,
  left: Left | undefined,
): FirstAgenda | undefined {
  if (!left) return undefined
  const { after, seq, entries, ...row } = left
  const armedAt = toAlarm(armAt(row.tasks, row.now))
  return { agenda: { ...toAgendaFields(settings, row), seq, armedAt, entries }, after }
}

/** Infinity does not survive JSON, so the workflow gets null instead. */
export const toAlarm = (armedAt: number | null): number | null =>
  armedAt === null || armedAt === Infinity ? null : armedAt

type Closed = { readonly pack: string | null; readonly outcome: string | null }

/**
 * Lets the workflow close once no task is open, so that later commits nudge again; undefined when it may not close. A
 * late call has no effect if another run or attempt has received later entries.
 */
export async function closeAgenda(
  db: Db,
  { id, after, run }: ToRun & { readonly id: string; readonly after: number },
): Promise<Closed | undefined> {
  const [closed] = await db.execute<Closed>(sql`
    update ${transactions} set seen_seq = last_seq, sweeps = 0, armed_at = null
    where id = ${id} and agenda = '[]'::jsonb and seen_seq = ${after}
      and ${isTold(run ?? null)}
    returning pack, outcome`)
  return closed
}

/**
 * Ends this run's claim on a transaction, and resolves to true, once no call or engine task is under way. When a client
 * has opened something since, the sweep begins another run.
 */
export async function releaseClaimOfRun(db: Db, id: string): Promise<boolean> {
  const left = await db.execute(sql`
    update ${transactions} set armed_at = null, sweeps = 0,
      sweep_at = case when agenda = '[]'::jsonb then sweep_at
        else least(sweep_at, extract(epoch from clock_timestamp()) * 1000 + ${nudgeGraceMs}::float8) end
    where id = ${id} and not exists (
      select from jsonb_array_elements(agenda) task
      where task ? 'leased' or task ->> 'lane' = 'engine'
    )
    returning id`)
  return left.length > 0
}

/** Reads the open tasks for a reader, without noting anything for the workflow. */
export async function readTasks(db: Db, id: string): Promise<Tasks> {
  const [row] = await db
    .select({ agenda: transactions.agenda })
    .from(transactions)
    .where(eq(transactions.id, id))
  return row?.agenda ?? []
}

const entriesAfter = buildOnce((db: Db) =>
  db
    .select({
      seq: journal.seq,
      kind: journal.kind,
      module: journal.module,
      code: journal.code,
      at: journal.at,
    })
    .from(journal)
    .where(and(eq(journal.transactionId, placeholder('id')), gt(journal.seq, placeholder('after'))))
    .orderBy(asc(journal.seq))
    .limit(answeredEntriesMax)
    .prepare('entries_after'),
)

/** Reads the entries after a number, as the event history shows them. */
export async function readEntriesAfter(db: Db, id: string, after: number): Promise<HistoryEntry[]> {
  const rows = await entriesAfter(db).execute({ id, after })
  return rows.map(({ at, ...rest }) => ({ ...rest, at: at.getTime() }))
}

/** An entry as a history shows it. */
export const toHistoryEntry = ({ seq, kind, module, code, at }: HistoryEntry): HistoryEntry => ({
  seq,
  kind,
  module,
  code,
  at,
})

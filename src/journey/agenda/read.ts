// How the workflow is told the agenda: only here, and in the answer of a task, does it say that the workflow
// has seen the journal so far and when it will look by itself.
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce, buildSqlOnce } from '#src/platform/db/prepared.ts'
import { constant } from '#src/platform/db/rows.ts'
import { journal } from '#src/journey/journal/table.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { sayWaiting, waitingFor } from './waiting-rules.ts'
import type { Agenda, Tasks, HistoryEntry } from '#src/journey/transaction/task.ts'

type Limits = Pick<Agenda, 'holdMs' | 'holdMaxMs' | 'failuresMax' | 'idleMs' | 'historyMax'>

export type AgendaSettings = Limits & {
  /** Search attributes that the namespace does not have. */
  readonly lacking?: () => readonly string[]
}

/** Bounds what one answer adds to a history. */
export const toldMax = 500

type ReadRow = {
  /** The last that the workflow had seen, or one before it. */
  readonly seen: number
  readonly last_seq: number
  readonly agenda: Tasks
  readonly armed_at: number | null
  readonly pack: string | null
  readonly outcome: string | null
  readonly erased: boolean
  readonly now: number
  /** When the last entry was written, by the same clock. */
  readonly last_at: number
  /** Those that the run has not been told, as the statement saw them when it began. */
  readonly entries: readonly HistoryEntry[]
}

export type AgendaQuery = {
  readonly id: string
  /** The last entry that this run of the workflow was told; null: it begins. */
  readonly after: number | null
  readonly named?: true
  /** The run may close: it does when nothing is left to be done and the last entry is old. */
  readonly closes?: true
}

/** The transaction's clock. */
const nowMs = sql`extract(epoch from clock_timestamp()) * 1000 + clock_offset_ms`

/** When the last entry was written. */
const lastAt = sql`(
  select extract(epoch from at)::float8 * 1000 from ${journal}
  where transaction_id = ${transactions}.id and seq = ${transactions}.last_seq
)`

const { placeholder } = sql

const untold = sql`(
  select coalesce(json_agg(json_build_object('seq', seq, 'kind', kind, 'module', module, 'code', code,
    'at', (extract(epoch from at) * 1000)::float8) order by seq), '[]')
  from (
    select * from ${journal}
    where transaction_id = ${transactions}.id and seq > coalesce(${placeholder('after')}::integer, before.seen)
    order by seq limit ${constant(toldMax)}
  ) one
)`

/** `armedWhenEmpty`: when a run looks that is told that nothing is left. */
const tellRun = (armedWhenEmpty: SQL) =>
  // One statement: it waits for whoever holds the row, and then sees what was committed. The clock of its
  // answer is never behind the one by which it is armed, or something due would be neither.
  buildSqlOnce<ReadRow>(
    () => sql`
    update ${transactions} set seen_seq = last_seq, sweeps = 0,
      armed_at = case when erased_at is not null then null when agenda = '[]'::jsonb then ${armedWhenEmpty}
        else coalesce((
          select min((task ->> 'dueAt')::float8) from jsonb_array_elements(agenda) task
          where (task ->> 'dueAt')::float8 > ${nowMs}
        ), 'infinity') end
    from (select id as own, seen_seq as seen from ${transactions} where id = ${placeholder('id')}) before
    where id = before.own
    returning before.seen, last_seq, agenda, armed_at, pack, outcome, erased_at is not null as erased,
      (${nowMs})::float8 as now, ${lastAt} as last_at, ${untold} as entries`,
  )

/** Where nothing is to be done the alarm stays; who closes leaves none, by the rule of `closeAgenda`. */
const tellOpen = tellRun(sql`armed_at`)
const tellClosing = tellRun(sql`case
  when seen_seq = ${placeholder('after')} and ${nowMs} - ${lastAt} >= ${placeholder('idleMs')}::float8 then null
  else armed_at end`)

/** Null: the transaction is gone or erased, and its workflow ends. */
export async function readAgenda(
  db: Db,
  settings: AgendaSettings,
  { id, after, named, closes }: AgendaQuery,
): Promise<Agenda | null> {
  const asked =
    closes && after !== null
      ? tellClosing(db).execute({ id, after, idleMs: settings.idleMs })
      : tellOpen(db).execute({ id, after })
  const [row] = await asked
  if (!row || row.erased) return null
  const { agenda: tasks, pack, outcome } = row
  const before = after ?? row.seen
  const isWhole = row.entries.length === Math.min(row.last_seq - before, toldMax)
  const idleMs = Math.max(0, settings.idleMs - (row.now - row.last_at))
  const closed = closes && tasks.length === 0 && row.armed_at === null && idleMs === 0
  return {
    ...tell(settings, { tasks, pack, outcome, now: Math.floor(row.now) }),
    idleMs,
    seq: row.last_seq,
    armedAt: tasks.length === 0 ? null : toTold(row.armed_at),
    // What was committed while the statement waited for the row it has not seen.
    entries: isWhole ? row.entries : await readTold(db, id, before),
    ...(named && { named }),
    ...(closed && { closed }),
  }
}

/** What every answer to the workflow says alike. */
export function tell(
  { lacking, ...limits }: AgendaSettings,
  row: Pick<Agenda, 'tasks' | 'pack' | 'now'> & { readonly outcome: string | null },
) {
  const lacks = lacking?.() ?? []
  const waits = waitingFor(row.tasks, row.now)
  const waiting = waits?.for ?? null
  const says = waits && { says: sayWaiting(waits) }
  return { ...limits, ...row, waiting, ...says, ...(lacks.length > 0 && { lacks }) }
}

/** The workflow is told numbers that survive JSON. */
export const toTold = (armedAt: number | null): number | null =>
  armedAt === null || armedAt === Infinity ? null : armedAt

/**
 * True once nothing is open and the workflow may close; what comes from then on nudges. A call that comes late, when
 * another run or try was told more, closes nothing.
 */
export async function closeAgenda(
  db: Db,
  { id, after }: { readonly id: string; readonly after: number },
): Promise<boolean> {
  const closed = await db.execute(sql`
    update ${transactions} set seen_seq = last_seq, sweeps = 0, armed_at = null
    where id = ${id} and agenda = '[]'::jsonb and seen_seq = ${after}
    returning id`)
  return closed.length > 0
}

/** What is open, for a reader: it says nothing to the workflow. */
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
    .limit(toldMax)
    .prepare('entries_after'),
)

/** Entries after a number, as the event history shows them. */
export async function readTold(db: Db, id: string, after: number): Promise<HistoryEntry[]> {
  const rows = await entriesAfter(db).execute({ id, after })
  return rows.map(({ at, ...rest }) => ({ ...rest, at: at.getTime() }))
}

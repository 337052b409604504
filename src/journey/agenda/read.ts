// How the workflow is told the agenda: only here, and in the answer of a task, does it say that the workflow
// has seen the journal so far and when it will look by itself.
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { journal } from '#src/journey/journal/table.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { waitingFor } from './rules.ts'
import type { Agenda, Tasks, Told } from './task.ts'

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
}

/** `after`: the last entry that this run of the workflow was told; null: it begins. */
export type Asked = { readonly id: string; readonly after: number | null; readonly named?: true }

/** Null: the transaction is gone or erased, and its workflow ends. */
export async function readAgenda(
  db: Db,
  settings: AgendaSettings,
  { id, after, named }: Asked,
): Promise<Agenda | null> {
  // One statement: it waits for whoever holds the row, and then sees what was committed. The clock of its
  // answer is never behind the one by which it is armed, or something due would be neither.
  const [row] = await db.execute<ReadRow>(sql`
    update ${transactions} set seen_seq = last_seq, sweeps = 0,
      armed_at = case when erased_at is not null then null when agenda = '[]'::jsonb then armed_at
        else coalesce((
          select min((task ->> 'dueAt')::float8) from jsonb_array_elements(agenda) task
          where (task ->> 'dueAt')::float8 > ${wallMs} + clock_offset_ms
        ), 'infinity') end
    from (select id as own, seen_seq as seen from ${transactions} where id = ${id}) before
    where id = before.own
    returning before.seen, last_seq, agenda, armed_at, pack, outcome, erased_at is not null as erased,
      (${wallMs} + clock_offset_ms)::float8 as now,
      (select extract(epoch from at)::float8 * 1000 from ${journal}
        where transaction_id = ${transactions}.id and seq = ${transactions}.last_seq) as last_at`)
  if (!row || row.erased) return null
  const { agenda: tasks, pack, outcome } = row
  const before = after ?? row.seen
  return {
    ...tell(settings, { tasks, pack, outcome, now: Math.floor(row.now) }),
    idleMs: Math.max(0, settings.idleMs - (row.now - row.last_at)),
    seq: row.last_seq,
    armedAt: tasks.length === 0 ? null : toTold(row.armed_at),
    entries: before < row.last_seq ? await readTold(db, id, before) : [],
    ...(named && { named }),
  }
}

/** What every answer to the workflow says alike. */
export function tell(
  { lacking, ...limits }: AgendaSettings,
  row: Pick<Agenda, 'tasks' | 'pack' | 'now'> & { readonly outcome: string | null },
) {
  const lacks = lacking?.() ?? []
  const waiting = waitingFor(row.tasks, row.now)
  return { ...limits, ...row, waiting, ...(lacks.length > 0 && { lacks }) }
}

const wallMs = sql`extract(epoch from clock_timestamp()) * 1000`

/** The workflow is told numbers that survive JSON. */
export const toTold = (armedAt: number | null): number | null =>
  armedAt === null || armedAt === Infinity ? null : armedAt

/** True once nothing is open and the workflow may close; what comes from then on nudges. */
export async function closeAgenda(db: Db, id: string): Promise<boolean> {
  const closed = await db.execute(sql`
    update ${transactions} set seen_seq = last_seq, sweeps = 0, armed_at = null
    where id = ${id} and agenda = '[]'::jsonb
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

/** Entries after a number, as the event history shows them. */
export async function readTold(db: Db, id: string, after: number): Promise<Told[]> {
  const rows = await db
    .select({
      seq: journal.seq,
      kind: journal.kind,
      module: journal.module,
      code: journal.code,
      at: journal.at,
    })
    .from(journal)
    .where(and(eq(journal.transactionId, id), gt(journal.seq, after)))
    .orderBy(asc(journal.seq))
    .limit(toldMax)
  return rows.map(({ at, ...rest }) => ({ ...rest, at: at.getTime() }))
}

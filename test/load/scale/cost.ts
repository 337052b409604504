// Measures the cost of one journey: processor time, rows, bytes, WAL, and the actions that Temporal Cloud would count.
import { Client as TemporalClient, Connection } from '@temporalio/client'
import type { Sql } from 'postgres'
import { workflowId } from '#workflows/messages.ts'
import { readCpuMs } from '#test/load/proc.ts'
import { untilAnswered } from '#test/load/client.ts'
import type { Stage } from '#test/load/stage.ts'
import { countActions } from './actions.ts'

export type Cost = {
  /** Milliseconds by process. */
  readonly cpuMs: Readonly<Record<string, number>>
  readonly commits: number
  /** The rows by table; tables without new rows are left out. */
  readonly rows: Readonly<Record<string, number>>
  readonly databaseBytes: number
  readonly walBytes: number
  readonly historyEvents: number
  readonly historyBytes: number
  readonly actions: number
  readonly seconds: number
}

/** The limit until a run without work has closed. */
const closeMs = 120_000
const sampled = 20

/** `work` runs journeys and resolves to the ids of their transactions. */
export async function measureCost(
  stage: Stage,
  processes: Readonly<Record<string, number>>,
  work: () => Promise<readonly string[]>,
): Promise<Cost> {
  const { sql } = stage
  const before = await look(sql, processes)
  const begun = performance.now()
  const ids = await work()
  await untilAnswered('the end of all runs', () => areClosed(sql, ids), {
    withinMs: closeMs,
    pauseMs: 500,
  })
  const seconds = (performance.now() - begun) / 1_000
  const after = await look(sql, processes)
  const each = (name: 'commits' | 'databaseBytes' | 'walBytes') =>
    (after[name] - before[name]) / ids.length
  const divide = (now: Record<string, number>, then: Record<string, number>) =>
    Object.fromEntries(
      Object.entries(now)
        .map(([name, count]) => [name, (count - (then[name] ?? 0)) / ids.length] as const)
        .filter(([, count]) => count > 0.005),
    )
  return {
    cpuMs: divide(after.cpuMs, before.cpuMs),
    commits: each('commits'),
    rows: divide(after.rows, before.rows),
    databaseBytes: each('databaseBytes'),
    walBytes: each('walBytes'),
    ...(await readHistories(stage, ids.slice(0, sampled))),
    seconds,
  }
}

async function areClosed(sql: Sql, ids: readonly string[]): Promise<true | undefined> {
  const [found] = await sql<{ open: number }[]>`
    select count(*)::int as open from transaction where id in ${sql(ids)} and armed_at is not null`
  return found?.open === 0 || undefined
}

async function look(sql: Sql, processes: Readonly<Record<string, number>>) {
  // A session’s counters are added to the shared ones when it is idle.
  await new Promise((go) => setTimeout(go, 1_500))
  await sql`select pg_stat_force_next_flush()`
  const [all] = await sql<{ commits: number; bytes: number; wal: number }[]>`
    select xact_commit::float8 as commits, pg_database_size(current_database())::float8 as bytes,
      (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as wal
    from pg_stat_database where datname = current_database()`
  const tables = await sql<{ name: string; rows: number }[]>`
    select relname as name, n_tup_ins::float8 as rows from pg_stat_user_tables
    where schemaname <> 'bare'`
  return {
    commits: all?.commits ?? Number.NaN,
    databaseBytes: all?.bytes ?? Number.NaN,
    walBytes: all?.wal ?? Number.NaN,
    rows: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
    cpuMs: Object.fromEntries(
      Object.entries(processes).map(([name, pid]) => [name, readCpuMs([pid])]),
    ),
  }
}

async function readHistories({ temporal }: Stage, ids: readonly string[]) {
  const connection = await Connection.connect({ address: temporal.address })
  try {
    const { workflow } = new TemporalClient({ connection })
    let [events, bytes, actions] = [0, 0, 0]
    for (const id of ids) {
      const handle = workflow.getHandle(workflowId(id))
      const history = await handle.fetchHistory()
      events += history.events?.length ?? 0
      actions += countActions(history.events ?? [])
      bytes += (await handle.describe()).historySize ?? 0
    }
    const count = ids.length
    return { historyEvents: events / count, historyBytes: bytes / count, actions: actions / count }
  } finally {
    await connection.close()
  }
}

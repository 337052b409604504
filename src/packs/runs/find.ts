// Finds runs of a tenant by their state; returns only ids, codes and times.
import { type SQL, sql } from 'drizzle-orm'
import type { TimePosition } from '#src/platform/cursor.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { packModules, packRuns } from './table.ts'

export type Sought = {
  readonly name: string
  readonly transactionId?: string | undefined
  readonly outcome?: string | undefined
  readonly version?: number | undefined
  readonly status?: string | undefined
  /** The step that the run waits for, or the condition without an answer. */
  readonly step?: string | undefined
  readonly startedAfter?: string | undefined
  readonly startedBefore?: string | undefined
  /** The last run of the previous page. */
  readonly before?: TimePosition | undefined
  readonly limit: number
}

export type FoundRun = {
  readonly id: string
  readonly transactionId: string
  readonly version: number
  readonly status: 'processing' | 'partial' | 'completed'
  readonly outcome: string | null
  readonly stopReason: string | null
  readonly unansweredStep: string | null
  readonly waitingFor: readonly string[]
  /** In epoch ms. */
  readonly startedAt: number
  readonly endedAt: number | null
}

/** Finds the newest first. */
export async function findRuns(db: Db, owner: Owner, sought: Sought): Promise<FoundRun[]> {
  const { before } = sought
  const conditions = [
    sql`run.tenant = ${owner.tenant} and run.mode = ${owner.mode} and run.name = ${sought.name}`,
    ...when(sought.transactionId, (one) => sql`run.transaction_id = ${one}::uuid`),
    ...when(sought.outcome, (one) => sql`run.outcome = ${one}`),
    ...when(sought.version, (one) => sql`run.version = ${one}`),
    ...when(sought.status, (one) => sql`run.status = ${one}`),
    ...when(sought.startedAfter, (one) => sql`run.started_at >= ${instantOf(one)}`),
    ...when(sought.startedBefore, (one) => sql`run.started_at < ${instantOf(one)}`),
    ...when(
      sought.step,
      (one) => sql`(run.unanswered_step = ${one} or exists (
        select 1 from ${packModules} at where at.run_id = run.id and at.step = ${one}
          and at.status = 'processing'))`,
    ),
    ...when(
      before,
      (one) => sql`(run.started_at, run.id) < (${instantOf(one.at)}, ${one.id}::uuid)`,
    ),
  ]
  const found = await db.execute<FoundRun>(sql`
    select run.id, run.transaction_id as "transactionId", run.version, run.status, run.outcome,
      run.stop_reason as "stopReason", run.unanswered_step as "unansweredStep",
      (extract(epoch from run.started_at) * 1000)::float8 as "startedAt",
      (extract(epoch from run.ended_at) * 1000)::float8 as "endedAt",
      (select coalesce(json_agg(step order by step), '[]') from ${packModules}
        where run_id = run.id and status = 'processing') as "waitingFor"
    from ${packRuns} run
    where ${sql.join(conditions, sql` and `)}
    order by run.started_at desc, run.id desc
    limit ${sought.limit}`)
  return [...found]
}

/** Converted to a number, because PostgreSQL does not accept every offset and year in which a date can be written. */
const instantOf = (at: string | number): SQL =>
  sql`to_timestamp(${(typeof at === 'number' ? at : Date.parse(at)) / 1_000}::float8)`

const when = <Value>(value: Value | undefined, toSql: (value: Value) => SQL): SQL[] =>
  value === undefined ? [] : [toSql(value)]

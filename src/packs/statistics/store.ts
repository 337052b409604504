import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { packModules, packRuns } from '#src/packs/runs/table.ts'
import type { PackStatistics } from './schema.ts'

/** The most runs that one answer counts, the newest first. */
export type Bounds = { readonly runsMax: number; readonly measuredMax: number }
export const bounds: Bounds = { runsMax: 100_000, measuredMax: 10_000 }

/** `packOwner` is the owner of the pack of that name for this tenant; only that owner’s versions are counted. */
type Asked = { readonly packOwner: string; readonly name: string; readonly days: number }

/** Two queries, each along one index; a run that starts between them is in the second one only. */
export async function readStatistics(
  db: Db,
  owner: Owner,
  { packOwner, name, days }: Asked,
  { runsMax, measuredMax }: Bounds = bounds,
): Promise<PackStatistics> {
  const since = new Date(Date.now() - days * 86_400_000)
  const own = newestRuns(owner, { packOwner, name }, since)
  const [counted, modules] = await Promise.all([
    countRuns(db, own(runsMax)),
    measureModules(db, own(measuredMax)),
  ])
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  const oldest = counted.reduce((first, one) => Math.min(first, one.oldest), Infinity)
  return {
    name,
    since: (total < runsMax ? since : new Date(oldest)).toISOString(),
    runs: counted.map(({ oldest: _oldest, outcome, ...one }) => ({
      ...one,
      ...(outcome !== null && { outcome }),
    })),
    modules,
  }
}

type Named = Pick<Asked, 'packOwner' | 'name'>

const newestRuns =
  ({ tenant, mode }: Owner, { packOwner, name }: Named, since: Date) =>
  (max: number) =>
    sql`
  select id, version, status, outcome, started_at from ${packRuns}
  where tenant = ${tenant} and mode = ${mode} and name = ${name}
    and owner = ${packOwner} and started_at >= ${since.toISOString()}::timestamptz
  order by started_at desc limit ${max}`

type RunCount = Omit<PackStatistics['runs'][number], 'outcome'> & {
  outcome: string | null
  /** In epoch ms. */
  oldest: number
}

async function countRuns(db: Db, runs: ReturnType<ReturnType<typeof newestRuns>>) {
  return db.execute<RunCount>(sql`
    select to_char(started_at at time zone 'UTC', 'YYYY-MM-DD') as day, version, status, outcome,
      count(*)::int as count, extract(epoch from min(started_at))::float8 * 1000 as oldest
    from (${runs}) as run
    group by day, version, status, outcome
    order by day desc, version desc, status, outcome`)
}

type Measured = {
  module: string
  count: number
  failures: number
  seconds: readonly [p50: number, p95: number] | null
}

/** `offset 0` keeps the planner from reading the modules of all tenants for those of some runs. */
async function measureModules(db: Db, runs: ReturnType<ReturnType<typeof newestRuns>>) {
  const found = await db.execute<Measured>(sql`
    select step as module, count(*)::int as count,
      (count(*) filter (where one.status = 'failed'))::int as failures,
      to_json(percentile_cont(array[0.5, 0.95]) within group (
        order by greatest(0, extract(epoch from one.ended_at - one.started_at))::float8
      ) filter (where one.status in ('completed', 'failed') and one.ended_at is not null)) as seconds
    from (${runs}) as run, lateral (
      select * from ${packModules} where run_id = run.id and started_at is not null offset 0
    ) as one
    group by step
    order by (percentile_cont(0.95) within group (
      order by extract(epoch from one.ended_at - one.started_at)::float8)) desc nulls last, step`)
  return found.map(({ seconds, ...one }) => ({
    ...one,
    ...(seconds && { p50Seconds: seconds[0], p95Seconds: seconds[1] }),
  }))
}

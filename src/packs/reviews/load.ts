// Measures how many reviews wait for a person, and for how long, for the alarm.
import { sql } from 'drizzle-orm'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import { reviews } from './table.ts'

type Load = Owner & {
  readonly open: number
  readonly overdue: number
  /** Seconds since the oldest review was opened. */
  readonly age: number
  /** Seconds since the earliest missed deadline; 0 without one. */
  readonly seconds: number
}

/** The load of each tenant that has open reviews. */
async function readLoad(db: Db): Promise<readonly Load[]> {
  return db.execute<Load>(sql`
    select tenant, mode, count(*)::int as open, (count(*) filter (where late > 0))::int as overdue,
      greatest(0, max(late))::double precision as seconds, greatest(0, max(age))::double precision as age
    from (
      select r.tenant, r.mode, extract(epoch from now - r.deadline_at) as late,
        extract(epoch from now - r.opened_at) as age
      from ${reviews} r join ${transactions} t on t.id = r.transaction_id
      cross join lateral (
        select clock_timestamp() + t.clock_offset_ms * interval '1 millisecond' as now
      ) as clock
      where r.closed_at is null and t.erased_at is null
    ) as waiting group by tenant, mode`)
}

type Gauges = Pick<
  Metrics,
  'reviewsOpen' | 'reviewsOverdue' | 'reviewOldestSeconds' | 'reviewOverdueSeconds'
>

export async function showLoad(db: Db, metrics: Gauges): Promise<void> {
  const { reviewsOpen, reviewsOverdue, reviewOldestSeconds, reviewOverdueSeconds } = metrics
  const loads = await readLoad(db)
  const samplesOf = (read: (load: Load) => number) =>
    loads.map((load) => ({ labels: { tenant: load.tenant, mode: load.mode }, value: read(load) }))
  reviewsOpen.show(samplesOf(({ open }) => open))
  reviewsOverdue.show(samplesOf(({ overdue }) => overdue))
  reviewOldestSeconds.show(samplesOf(({ age }) => age))
  reviewOverdueSeconds.show(samplesOf(({ seconds }) => seconds))
}

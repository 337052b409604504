// Counts the runs of the last hour for the dashboards, as codes and counts only.
import { sql } from 'drizzle-orm'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { packRuns } from '#src/packs/runs/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { firstIdOf } from '#src/platform/ids.ts'
import type { Metrics } from '#src/platform/metrics.ts'

const hourMs = 3_600_000

type Count = Owner & { readonly pack: string; readonly outcome: string; readonly value: number }

/**
 * Runs are found by their ids, which begin with their time. An outcome that the service does not know counts as
 * `other`, so that there are few time series.
 */
const readHour = (db: Db, now: number): Promise<Count[]> =>
  db.execute<Count>(sql`
    select tenant, mode, name as pack,
      case when outcome in ('approved', 'rejected', 'review', 'cancelled') then outcome
        when outcome is not null then 'other' when status = 'completed' then 'none' else 'open' end as outcome,
      count(*)::int as value
    from ${packRuns} where id >= ${firstIdOf(now - hourMs)}::uuid group by 1, 2, 3, 4`)

export async function showRuns(
  db: Db,
  { runsHour }: Pick<Metrics, 'runsHour'>,
  now = Date.now(),
): Promise<void> {
  const counts = await readHour(db, now)
  runsHour.show(counts.map(({ value, ...labels }) => ({ labels, value })))
}

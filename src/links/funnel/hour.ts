// Counts how far the links of the last hour have come, for the dashboards, as codes and counts only.
import { sql } from 'drizzle-orm'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { links } from '#src/links/lvs/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { firstIdOf } from '#src/platform/ids.ts'
import type { Metrics } from '#src/platform/metrics.ts'

const hourMs = 3_600_000

type Reached = {
  readonly [state in 'made' | 'opened' | 'consented' | 'refused' | 'completed']: number
}

/** Links are found by their ids, which begin with their time. */
const readHour = (db: Db, now: number) =>
  db.execute<Owner & Reached & { readonly pack: string }>(sql`
    select tenant, mode, pack_name as pack, count(*)::int as made,
      (count(*) filter (where devices > 0))::int as opened, count(consented_at)::int as consented,
      (count(*) filter (where refused_at is not null and completed_at is null))::int as refused,
      count(completed_at)::int as completed
    from ${links} where id >= ${firstIdOf(now - hourMs)}::uuid group by tenant, mode, pack_name`)

export async function showLinks(
  db: Db,
  { linksHour }: Pick<Metrics, 'linksHour'>,
  now = Date.now(),
): Promise<void> {
  const found = await readHour(db, now)
  linksHour.show(
    found.flatMap(({ tenant, mode, pack, ...reached }) =>
      Object.entries(reached).map(([state, value]) => ({
        labels: { tenant, mode, pack, state },
        value,
      })),
    ),
  )
}

// What each live tenant sent in the last 14 days, in one query that no request waits for.
import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import { judgePumping, type Suspicion, type Volume } from './pumping.ts'

type Counted = { readonly [Key in keyof Volume]: number } & { readonly tenant: string }

/** Every tenant whose volume is unusual now. Messages of a sandbox cost nothing and do not count. */
export async function findPumping(db: Db): Promise<(Suspicion & { readonly tenant: string })[]> {
  const volumes = await readVolumes(db)
  return volumes.flatMap(({ tenant, ...volume }) =>
    judgePumping(volume).map((suspicion) => ({ tenant, ...suspicion })),
  )
}

async function readVolumes(db: Db): Promise<Counted[]> {
  const rows = await db.execute<Counted>(sql`
    with recent as materialized (
      select tenant, prefix_hash, replied_at is not null as verified,
        coalesce(delivered_at, read_at) is not null as delivered,
        clock_timestamp() - wall_created_at as age
      from challenge
      where mode = 'live' and id >= ${firstIdOf(Date.now() - 14 * dayMs)}::uuid
    ), prefixes as (
      select tenant, max(sent)::int as most from (
        select tenant, count(*) as sent from recent
        where age < interval '1 hour' group by tenant, prefix_hash
      ) counted group by tenant
    ), days as (
      select tenant, max(verified)::int as most from (
        select tenant, count(*) filter (where verified) as verified from recent
        group by tenant, extract(day from age)
      ) counted group by tenant
    )
    select tenant, coalesce(prefixes.most, 0) as "prefixHour", days.most as "verifiedDayMax",
      count(*) filter (where not verified and age < interval '1 hour')::int as "unverifiedHour",
      count(*) filter (where verified and age < interval '1 hour')::int as "verifiedHour",
      count(*) filter (where not verified and age < interval '1 day')::int as "unverifiedDay",
      count(*) filter (where verified and age < interval '1 day')::int as "verifiedDay",
      count(*) filter (where delivered and age < interval '1 day')::int as "deliveredDay",
      count(*) filter (where delivered and not verified and age < interval '1 day')::int
        as "unansweredDay"
    from recent join days using (tenant) left join prefixes using (tenant)
    group by tenant, prefixes.most, days.most`)
  return [...rows]
}

/** The least UUID of version 7 at that time: records are found by their key, which begins with it. */
function firstIdOf(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const dayMs = 24 * 60 * 60_000

// Reads the volume of each live tenant in the last day, and the answers of the days before. One worker at a time runs
// the query, no request waits for it, and each record is read only while it is at most a day old.
import { sql } from 'drizzle-orm'
import { firstIdOf } from '#src/platform/ids.ts'
import type { Db } from '#src/platform/db/client.ts'
import { judgePumping, type Suspicion, type Volume } from '#src/messaging/phones/pumping.ts'
import { answeredDays, pumpingLooks } from '#src/messaging/phones/table.ts'
import { challengeAttempts, challenges } from '#src/messaging/challenges/table.ts'

type Counted = { readonly [Key in keyof Volume]: number } & { readonly tenant: string }

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const daysMax = 14

/**
 * The tenants with an unusual volume; empty when another worker has checked in the last nine minutes. Sandbox messages
 * cost nothing and do not count.
 */
export async function findPumping(db: Db): Promise<(Suspicion & { readonly tenant: string })[]> {
  const look = await beginLook(db)
  if (!look) return []
  const now = new Date(look.now).getTime()
  await countDays(db, look.counted === null ? 0 : new Date(look.counted).getTime(), now)
  const volumes = await readVolumes(db, now)
  return volumes.flatMap(({ tenant, ...volume }) =>
    judgePumping(volume).map((suspicion) => ({ tenant, ...suspicion })),
  )
}

/** Undefined when a worker has checked recently. */
async function beginLook(db: Db) {
  const [look] = await db.execute<{ now: string; counted: string | null }>(sql`
    insert into ${pumpingLooks} as look (id, looked_at) values (1, statement_timestamp())
    on conflict (id) do update set looked_at = excluded.looked_at
      where look.looked_at < excluded.looked_at - interval '9 minutes'
    returning looked_at as now, counted_until as counted`)
  return look
}

/** One statement per day, so that none runs long; an hour after midnight no record of the day before is open. */
async function countDays(db: Db, countedUntil: number, now: number): Promise<void> {
  const today = startOfDay(now - hourMs)
  const first = today - daysMax * dayMs
  for (let day = Math.max(first, countedUntil); day < today; day += dayMs) {
    await db.execute(sql`
      with counted as (
        insert into ${answeredDays} (tenant, day, answered)
        select tenant, ${toInstant(day)}::timestamptz, count(*) from ${challenges}
        where id >= ${firstIdOf(day)}::uuid and id < ${firstIdOf(day + dayMs)}::uuid
          and mode = 'live' and channel <> 'email' and replied_at is not null
        group by tenant
        on conflict do nothing
      ), forgotten as (
        delete from ${answeredDays} where day < ${toInstant(first)}::timestamptz
      )
      update ${pumpingLooks} set counted_until = ${toInstant(day + dayMs)}::timestamptz where id = 1`)
  }
}

async function readVolumes(db: Db, now: number): Promise<Counted[]> {
  const rows = await db.execute<Counted>(sql`
    with recent as materialized (
      select tenant, prefix_hash, replied_at is not null as verified,
        coalesce(delivered_at, read_at) is not null as delivered,
        wall_created_at > ${toInstant(now - hourMs)}::timestamptz as fresh
      from ${challenges}
      where id >= ${firstIdOf(now - dayMs)}::uuid and mode = 'live' and channel <> 'email'
      union all
      -- Each further send of a record is paid like the first.
      select c.tenant, a.prefix_hash, c.replied_at is not null, false,
        a.claimed_at > ${toInstant(now - hourMs)}::timestamptz
      from ${challenges} c join ${challengeAttempts} a on a.challenge_id = c.id
      where c.id >= ${firstIdOf(now - dayMs)}::uuid and c.mode = 'live' and c.channel <> 'email'
        and a.attempt > 1 and a.outcome in ('accepted', 'uncertain')
    ), prefixes as (
      select tenant, max(sent)::int as most from (
        select tenant, count(*) as sent from recent where fresh group by tenant, prefix_hash
      ) counted group by tenant
    ), days as (
      select tenant, max(answered) as most from ${answeredDays} group by tenant
    )
    select tenant, coalesce(prefixes.most, 0) as "prefixHour", coalesce(days.most, 0) as "verifiedDayMax",
      count(*) filter (where not verified and fresh)::int as "unverifiedHour",
      count(*) filter (where verified and fresh)::int as "verifiedHour",
      count(*) filter (where not verified)::int as "unverifiedDay",
      count(*) filter (where verified)::int as "verifiedDay",
      count(*) filter (where delivered)::int as "deliveredDay",
      count(*) filter (where delivered and not verified)::int as "unansweredDay"
    from recent left join days using (tenant) left join prefixes using (tenant)
    group by tenant, prefixes.most, days.most`)
  return [...rows]
}

const startOfDay = (time: number) => time - (time % dayMs)
const toInstant = (time: number) => new Date(time).toISOString()

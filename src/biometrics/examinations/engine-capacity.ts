// Reserves capacity of the engines before anything is stored. What is free follows from the open reservations in
// Postgres, of all and of each tenant, and from the workers that were seen of late.
import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { Problem } from '#src/platform/errors.ts'
import type { TaskId } from '#src/journey/suspects/store.ts'
import { engineHosts, engineWork } from './table.ts'

export type EngineCapacity = {
  /** How many submissions may be open at a time, of all tenants and of one. */
  readonly max: number
  readonly tenantMax: number
}

/** Until a request has stored its images and committed; longer than both take. */
const reservedSeconds = 120
/** A worker writes every two seconds. */
const hostSeconds = 10
const isSeen = sql`seen_at > clock_timestamp() - make_interval(secs => ${hostSeconds})`
/** The number of an advisory lock, which no other lock has: reservations are made one after the other. */
const capacityLock = 7_403_118_265_001n

/** Reserves capacity for a submission; throws `busy` when there is none, `unavailable` when no worker is there. */
export async function reserveCapacity(
  db: Db,
  { max, tenantMax }: EngineCapacity,
  work: { readonly id: string; readonly tenant: string },
): Promise<void> {
  const found = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${capacityLock.toString()}::bigint)`)
    const [row] = await tx.execute<{ hosts: number; all: number; own: number }>(sql`
      select
        (select count(*)::int from ${engineHosts} where ${isSeen}) as hosts,
        count(*)::int as all,
        count(*) filter (where tenant = ${work.tenant})::int as own
      from ${engineWork} where expires_at > clock_timestamp()`)
    const { hosts = 0, all = 0, own = 0 } = row ?? {}
    if (hosts === 0) return 'away'
    if (all >= max || own >= tenantMax) return 'busy'
    await tx.execute(sql`
      insert into ${engineWork} (id, tenant, expires_at)
      values (${work.id}, ${work.tenant}, clock_timestamp() + make_interval(secs => ${reservedSeconds}))
      on conflict (id) do update set expires_at = excluded.expires_at`)
    return 'taken'
  })
  if (found === 'busy')
    throw new Problem('busy', { reason: 'engine-room', headers: { 'retry-after': '5' } })
  if (found === 'away')
    throw new Problem('unavailable', { reason: 'engines-away', headers: { 'retry-after': '10' } })
}

/** In the commit that takes the submission: its reservation lasts until it has ended. */
export async function extendReservation(tx: Db, id: string, seconds: number): Promise<void> {
  await tx.execute(sql`
    update ${engineWork} set expires_at = clock_timestamp() + make_interval(secs => ${seconds})
    where id = ${id}`)
}

export async function releaseCapacity(db: Db, id: string): Promise<void> {
  await db.execute(sql`delete from ${engineWork} where id = ${id}`)
}

/** A worker with Temporal behind it says that it is there, and what it has under way. */
export async function seeHost(db: Db, id: string, underWay: readonly TaskId[] = []): Promise<void> {
  await db.execute(sql`
    insert into ${engineHosts} (id, seen_at, under_way)
    values (${id}, clock_timestamp(), (${JSON.stringify(underWay)}::text)::jsonb)
    on conflict (id) do update set seen_at = excluded.seen_at, under_way = excluded.under_way`)
}

/** Takes, only once, the tasks that were under way on hosts from which nothing was heard for ten seconds. */
export async function takeLost(db: Db): Promise<readonly TaskId[]> {
  const lost = await db.execute<{ tasks: readonly TaskId[] }>(sql`
    update ${engineHosts} host set under_way = '[]'
    from (select id, under_way from ${engineHosts}
      where under_way <> '[]' and seen_at < clock_timestamp() - make_interval(secs => ${hostSeconds})
      for update skip locked) before
    where host.id = before.id
    returning before.under_way as tasks`)
  return lost.flatMap(({ tasks }) => tasks)
}

/** How many were seen of late. */
export async function countEngineHosts(db: Db): Promise<number> {
  const [row] = await db.execute<{ hosts: number }>(
    sql`select count(*)::int as hosts from ${engineHosts} where ${isSeen}`,
  )
  return row?.hosts ?? 0
}

export async function forgetHost(db: Db, id: string): Promise<void> {
  await db.execute(sql`delete from ${engineHosts} where id = ${id}`)
}

/** Reservations that were never released, and workers that were killed. */
export async function deleteOldReservations(db: Db): Promise<void> {
  await db.execute(sql`delete from ${engineWork} where expires_at < clock_timestamp()`)
  await db.execute(
    sql`delete from ${engineHosts} where seen_at < clock_timestamp() - interval '1 hour'`,
  )
}

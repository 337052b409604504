// Reserves capacity of the engines before anything is stored. Free capacity follows from the open reservations in
// Postgres, in total and per tenant, and from the workers that were seen recently.
import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { Problem } from '#src/platform/errors.ts'
import type { TaskId } from '#src/journey/suspects/store.ts'
import { engineHosts, engineWork } from './table.ts'

export type EngineCapacity = {
  /** The most open submissions, in total and of one tenant. */
  readonly max: number
  readonly tenantMax: number
}

/** How long a reservation lasts until the request has stored its images and committed, which takes less. */
const reservedSeconds = 120
/** Workers report every two seconds, so a worker without a report for this long counts as gone. */
const hostSeconds = 10
const isSeen = sql`seen_at > clock_timestamp() - make_interval(secs => ${hostSeconds})`
/** The key of an advisory lock that nothing else uses, so that reservations are made one after the other. */
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

/** Runs in the commit that takes the submission; its reservation then lasts until the submission has ended. */
export async function extendReservation(tx: Db, id: string, seconds: number): Promise<void> {
  await tx.execute(sql`
    update ${engineWork} set expires_at = clock_timestamp() + make_interval(secs => ${seconds})
    where id = ${id}`)
}

export async function releaseCapacity(db: Db, id: string): Promise<void> {
  await db.execute(sql`delete from ${engineWork} where id = ${id}`)
}

/** Reports that a worker is connected to Temporal, and which tasks it has under way. */
export async function seeHost(db: Db, id: string, underWay: readonly TaskId[] = []): Promise<void> {
  await db.execute(sql`
    insert into ${engineHosts} (id, seen_at, under_way)
    values (${id}, clock_timestamp(), (${JSON.stringify(underWay)}::text)::jsonb)
    on conflict (id) do update set seen_at = excluded.seen_at, under_way = excluded.under_way`)
}

/** Takes, only once, the tasks of workers that have not reported for ten seconds. */
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

/** The number of workers that were seen recently. */
export async function countEngineHosts(db: Db): Promise<number> {
  const [row] = await db.execute<{ hosts: number }>(
    sql`select count(*)::int as hosts from ${engineHosts} where ${isSeen}`,
  )
  return row?.hosts ?? 0
}

export async function forgetHost(db: Db, id: string): Promise<void> {
  await db.execute(sql`delete from ${engineHosts} where id = ${id}`)
}

/** Deletes reservations that were never released, and workers that were killed. */
export async function deleteOldReservations(db: Db): Promise<void> {
  await db.execute(sql`delete from ${engineWork} where expires_at < clock_timestamp()`)
  await db.execute(
    sql`delete from ${engineHosts} where seen_at < clock_timestamp() - interval '1 hour'`,
  )
}

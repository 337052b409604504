// Whether there is room at the engines, decided before anything is stored: by what is open in Postgres, of all and
// of each tenant, and by the workers that were seen of late.
import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { Problem } from '#src/platform/errors.ts'
import { engineHosts, engineWork } from './table.ts'

export type Room = {
  /** So many submissions may be open at a time, of one tenant so many. */
  readonly max: number
  readonly tenantMax: number
}

/** Until a request has stored its images and committed; longer than both take. */
const reservedSeconds = 120
/** A worker writes every two seconds. */
const hostSeconds = 10
/** Any number that no other lock has: those who look for room do so one after the other. */
const roomLock = 7_403_118_265_001n

/** Takes room for a submission; throws `busy` without any, `unavailable` without a worker that could use it. */
export async function reserveRoom(
  db: Db,
  { max, tenantMax }: Room,
  work: { readonly id: string; readonly tenant: string },
): Promise<void> {
  const found = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${roomLock.toString()}::bigint)`)
    const [row] = await tx.execute<{ hosts: number; all: number; own: number }>(sql`
      select
        (select count(*)::int from ${engineHosts}
          where seen_at > clock_timestamp() - make_interval(secs => ${hostSeconds})) as hosts,
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

/** In the commit that takes the submission: the room is its own until it has ended. */
export async function keepRoom(tx: Db, id: string, seconds: number): Promise<void> {
  await tx.execute(sql`
    update ${engineWork} set expires_at = clock_timestamp() + make_interval(secs => ${seconds})
    where id = ${id}`)
}

export async function giveRoomBack(db: Db, id: string): Promise<void> {
  await db.execute(sql`delete from ${engineWork} where id = ${id}`)
}

/** A worker with Temporal behind it says that it is there. */
export async function seeHost(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    insert into ${engineHosts} (id, seen_at) values (${id}, clock_timestamp())
    on conflict (id) do update set seen_at = excluded.seen_at`)
}

export async function forgetHost(db: Db, id: string): Promise<void> {
  await db.execute(sql`delete from ${engineHosts} where id = ${id}`)
}

/** What nobody gave back, and workers that were killed. */
export async function forgetOldRoom(db: Db): Promise<void> {
  await db.execute(sql`delete from ${engineWork} where expires_at < clock_timestamp()`)
  await db.execute(
    sql`delete from ${engineHosts} where seen_at < clock_timestamp() - interval '1 hour'`,
  )
}

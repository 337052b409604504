// Brings a database to the present schema. One at a time: `migrate()` of drizzle takes no lock itself.
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as run } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { allow, makeRole } from './roles.ts'

const migrationLock = 4_172_006_511

export type RunningRole = {
  readonly name: string
  /** Makes the role where it is not there, or gives it this password. */
  readonly password?: string
}

/** `url` is the owner's. `running`: the role of the processes, where that is another one. */
export async function migrate(url: string, running?: RunningRole): Promise<void> {
  const client = postgres(url, { max: 1, connect_timeout: 10, onnotice() {} })
  const db = drizzle(client)
  try {
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`)
    await run(db, { migrationsFolder: join(import.meta.dirname, 'migrations') })
    await renumber(db)
    if (running?.password !== undefined) await makeRole(client, running.name, running.password)
    if (running) await allow(client, running.name)
  } finally {
    await client.end()
  }
}

/** By their names, because the folders of the tables stand above this one. */
const [audit, events, endpoints] = ['audit', 'event', 'webhook_endpoint'].map((name) =>
  sql.identifier(name),
)

/**
 * A database that was restored elsewhere counts its commits anew: what it has is then before all that comes. Endpoints
 * go on by the time of what they have got, an hour before it, so that some get an event twice and none misses one.
 */
async function renumber(db: ReturnType<typeof drizzle>): Promise<void> {
  const isAhead = sql`tx > pg_snapshot_xmax(pg_current_snapshot())::text::bigint`
  await db.execute(sql`update ${audit} set tx = 0 where ${isAhead}`)
  await db.execute(sql`
    with ahead as materialized (select from ${events} where ${isAhead} limit 1),
    placed as (
      update ${endpoints} set cursor_tx = 0, cursor_id = (lpad(to_hex(greatest(0,
        case when cursor_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
          then (extract(epoch from created_at) * 1000)::bigint
          else ('x' || lpad(left(replace(cursor_id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint
        end - 3600000
      )), 12, '0') || '70008000000000000000')::uuid
      where exists (select from ahead)
    )
    update ${events} set tx = 0 where tx > 0 and exists (select from ahead)`)
}

/** Of the two addresses: the owner's, if any, and that of the processes. */
export async function migrateAs(owner: string | undefined, running: string): Promise<void> {
  if (owner === undefined) return migrate(running)
  await migrate(owner, { name: decodeURIComponent(new URL(running).username) })
}

// Brings a database to the present schema. One at a time: `migrate()` of drizzle takes no lock itself.
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { readAddress } from './address.ts'
import { connect, type Db } from './client.ts'
import { sqlState } from './errors.ts'
import { describeFault } from './fault.ts'
import { buildMissing, withoutIndexes } from './indexes.ts'
import { giveRights, type Roles } from './roles.ts'
import { foreignSchema, readSchemaState } from './schema-state.ts'
import { losesSession, poolerMode } from './session.ts'

const migrationLock = 4_172_006_511
const lockPauseMs = 200

/** What runs waits behind a table that the migration waits for: it waits shortly, and comes again. */
const lockTimeout = { ms: 3_000, tries: 10, pauseMs: 2_000 }

/**
 * `url` is the owner's. `roles`: those beside it, which get their rights. Rejects with one sentence when
 * the database cannot be reached as it should, is of before the first migration, or a table stays locked.
 */
export async function migrate(
  url: string,
  roles: Roles = {},
  patience = lockTimeout,
): Promise<void> {
  await using session = await openSession(url)
  const { client, db } = session
  await setTimeouts(client, patience.ms)
  const own = readMigrationFiles({ migrationsFolder: join(import.meta.dirname, 'migrations') })
  const migrations = await withoutBuilds(client, own)
  await insist(() => run(db, migrations), patience)
  await buildMissing(client, own)
  await renumber(db)
  await giveRights(client, roles)
}

/** With the lock that lets one migration run at a time; a second one waits for it here. */
async function openSession(url: string) {
  const address = readAddress(url)
  const options = { max: 1, connect_timeout: 10, onnotice() {} }
  const client = connect(address, options)
  const other = connect(address, options)
  const db = drizzle(client)
  const end = async () => {
    await Promise.all([client.end(), other.end()])
  }
  try {
    if (await losesSession(db, drizzle(other))) throw new Error(poolerMode)
    await takeLock(db)
    return { client, db, [Symbol.asyncDispose]: end }
  } catch (error) {
    await end()
    const fault = await describeFault(url, error)
    throw fault === undefined ? error : new Error(fault, { cause: error })
  }
}

type Migrator = {
  readonly session: unknown
  readonly dialect: {
    migrate(migrations: readonly MigrationMeta[], session: unknown, config: object): Promise<void>
  }
}

/** What drizzle's `migrate()` does with the files of a folder; rejects where another chain has made the tables. */
async function run(db: Db, migrations: readonly MigrationMeta[]): Promise<void> {
  const state = await readSchemaState(db)
  if (state?.isForeign) throw new Error(foreignSchema)
  // Safe because drizzle's own migrator calls it so; its types leave both out.
  const { dialect, session } = db as unknown as Migrator
  return dialect.migrate(migrations, session, {})
}

/** A new database gets everything at once; in one that is used indexes are built afterwards. */
async function withoutBuilds(client: Sql, migrations: readonly MigrationMeta[]) {
  const rows = await client<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public'`
  return withoutIndexes(migrations, new Set(rows.map(({ name }) => name)))
}

/** By statements, because a pooler takes none at the start of a connection. */
async function setTimeouts(client: Sql, lockMs: number): Promise<void> {
  await client.unsafe(`set statement_timeout = 0; set lock_timeout = ${lockMs}`)
}

/** Asked for again and again: who waits inside a statement would be waited for by what builds an index. */
async function takeLock(db: Db): Promise<void> {
  for (;;) {
    const [row] = await db.execute<{ got: boolean }>(
      sql`select pg_try_advisory_lock(${migrationLock}) as got`,
    )
    if (row?.got === true) return
    await sleep(lockPauseMs)
  }
}

/** All that is missing runs in one transaction: what has waited too long for a table has changed nothing. */
async function insist(work: () => Promise<void>, { tries, pauseMs }: typeof lockTimeout) {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (sqlState(error) !== '55P03') throw error
      if (left === 0)
        throw new Error('A table stays locked: the migration has changed nothing, run it again.', {
          cause: error,
        })
      await sleep(pauseMs)
    }
  }
}

export type Addresses = {
  readonly owner: string | undefined
  readonly running: string
  readonly retention: string | undefined
}

/** Of the addresses: the owner's, if any, that of the processes, and that of retention, if any. */
export async function migrateAs({ owner, running, retention }: Addresses): Promise<void> {
  const ofUrl = (url: string) => ({ name: readAddress(url).name ?? '' })
  await migrate(owner ?? running, {
    ...(owner !== undefined && { running: ofUrl(running) }),
    ...(retention !== undefined && { retention: ofUrl(retention) }),
  })
}

// Puts the rows that are read in the order of their commits' numbers in order where another server counts.

/** By their names, because the folders of the tables stand above this one. */
const [audit, events, endpoints] = ['audit', 'event', 'webhook_endpoint'].map((name) =>
  sql.identifier(name),
)

/**
 * A database that was restored elsewhere counts its commits anew: what it has is then before all that comes. Endpoints
 * go on by the time of what they have got, an hour before it, so that some get an event twice and none misses one.
 */
async function renumber(db: Db): Promise<void> {
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

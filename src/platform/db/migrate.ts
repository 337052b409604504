// Brings a database to the present schema. Runs under our own lock, because drizzle’s `migrate()` takes none.
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { readAddress } from './address/address.ts'
import { connect, type Db } from './client.ts'
import { sqlState } from './errors.ts'
import { describeFault } from './fault.ts'
import { buildMissing, withoutIndexes } from './indexes.ts'
import { giveRights, type Roles } from './roles.ts'
import { foreignSchema, readSchemaState } from './schema-state.ts'
import { losesSession, poolerMode } from './session.ts'

const migrationLock = 4_172_006_511
const lockPauseMs = 200

/**
 * Statements of running processes queue behind a migration that waits for a table, so it waits shortly and tries again.
 */
const lockTimeout = { ms: 3_000, tries: 10, pauseMs: 2_000 }

/**
 * `url` is that of the owner; the other `roles` get their rights. Rejects with one sentence when the database cannot be
 * reached, has tables of unknown origin, or a table stays locked.
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

/** Opens a session that holds the lock for migrations; a second migration waits here. */
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

/**
 * Does what drizzle’s `migrate()` does with the files of a folder; rejects where another chain of migrations has made
 * the tables.
 */
async function run(db: Db, migrations: readonly MigrationMeta[]): Promise<void> {
  const state = await readSchemaState(db)
  if (state?.isForeign) throw new Error(foreignSchema)
  // Safe because drizzle’s own migrator calls it so; its types omit both fields.
  const { dialect, session } = db as unknown as Migrator
  return dialect.migrate(migrations, session, {})
}

/** A new database gets everything at once; in one with tables the indexes are built afterwards. */
async function withoutBuilds(client: Sql, migrations: readonly MigrationMeta[]) {
  const rows = await client<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public'`
  return withoutIndexes(migrations, new Set(rows.map(({ name }) => name)))
}

/** Set by statements, because a pooler refuses them as start-up parameters. */
async function setTimeouts(client: Sql, lockMs: number): Promise<void> {
  await client.unsafe(`set statement_timeout = 0; set lock_timeout = ${lockMs}`)
}

/**
 * The lock is polled: a session that waited inside a statement would block `CREATE INDEX CONCURRENTLY`, which waits for
 * all running statements.
 */
async function takeLock(db: Db): Promise<void> {
  for (;;) {
    const [row] = await db.execute<{ got: boolean }>(
      sql`select pg_try_advisory_lock(${migrationLock}) as got`,
    )
    if (row?.got === true) return
    await sleep(lockPauseMs)
  }
}

/**
 * All missing migrations run in one transaction, so a lock timeout leaves nothing changed and the work can be repeated.
 */
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

/**
 * Uses the owner’s address if there is one, otherwise that of the processes, and grants rights to the roles of the
 * processes and of retention.
 */
export async function migrateAs({ owner, running, retention }: Addresses): Promise<void> {
  const ofUrl = (url: string) => ({ name: readAddress(url).name ?? '' })
  await migrate(owner ?? running, {
    ...(owner !== undefined && { running: ofUrl(running) }),
    ...(retention !== undefined && { retention: ofUrl(retention) }),
  })
}

// Renumbers the rows that are read in the order of transaction numbers, after the database was moved to a server that
// counts differently.

/** The tables are named as text, because their modules are of higher layers. */
const [audit, events, endpoints] = ['audit', 'event', 'webhook_endpoint'].map((name) =>
  sql.identifier(name),
)

/**
 * A database that was restored on another server counts its transactions from the start, so existing rows get numbers
 * before all new ones. Webhook endpoints continue from one hour before their last delivered event: some events are
 * delivered twice and none is missed.
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

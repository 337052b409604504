// Opens PostgreSQL, and nothing else does. Nobody else may use the postgres.js client under drizzle: drizzle rewrites
// its parsers.
import { drizzle } from 'drizzle-orm/postgres-js'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { assertGuards } from './guards.ts'
import { createConnectionQueue, type ConnectionQueue } from './connection-queue.ts'
import { keepStatements } from './prepared.ts'
import { createSockets } from './socket.ts'

/** The pool's handle or a transaction's: a store takes either. */
export type Db = PgDatabase<PostgresJsQueryResultHKT>

export type Database = {
  /** For whatever writes or locks. */
  readonly db: Db
  /** For statements that only read: they never wait behind a lock. */
  readonly reads: Db
  close(): Promise<void>
}

type Limits = {
  /** How long a statement or a transaction waits for a connection. */
  readonly waitMs: number
  /** How long a connection may leave a statement without an answer; Postgres itself ends it before. */
  readonly silenceMs: number
}

const statementMs = 10_000

export function openDatabase(
  url: string,
  applicationName: string,
  poolSize = 10,
  { waitMs = 3_000, silenceMs = statementMs + 2_000 }: Partial<Limits> = {},
): Database {
  assertGuards()
  const readers = Math.ceil(poolSize / 3)
  // A connection that writes does one thing at a time; reads are pipelined.
  const writing = createConnectionQueue({ count: poolSize, waitingMax: 50 * poolSize, waitMs })
  const reading = createConnectionQueue({ count: 30 * readers, waitingMax: 100 * readers, waitMs })
  const open = (size: number, queue: ConnectionQueue, settings: object) =>
    keepStatements(
      postgres(url, toOptions({ applicationName, size, silenceMs, settings }, queue)),
      queue,
    )
  const writes = open(poolSize, writing, {})
  const reads = open(readers, reading, { default_transaction_read_only: 'on' })
  return {
    db: drizzle({ client: writes }),
    reads: drizzle({ client: reads }),
    close: async () => {
      await Promise.all([writes.end({ timeout: 5 }), reads.end({ timeout: 5 })])
    },
  }
}

type Pool = {
  readonly applicationName: string
  readonly size: number
  readonly silenceMs: number
  readonly settings: object
}

function toOptions({ applicationName, size, silenceMs, settings }: Pool, queue: ConnectionQueue) {
  return {
    max: size,
    connect_timeout: 3,
    // The driver's own back-off, shared by the pool, keeps callers for 20 s after Postgres is back.
    backoff: () => 0.25,
    idle_timeout: 300,
    keep_alive: 10,
    socket: createSockets(() => queue.isBusy(), silenceMs),
    // The connection queue bounds how many wait: the driver's own bound is set out of reach.
    max_pipeline: 10_000,
    onnotice() {},
    connection: {
      application_name: applicationName,
      statement_timeout: statementMs,
      lock_timeout: 2_000,
      idle_in_transaction_session_timeout: 15_000,
      ...settings,
    },
  }
}

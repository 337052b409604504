// The only place that opens PostgreSQL. The postgres.js client under drizzle must not be used directly, because drizzle
// replaces its parsers.
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import postgres, { type Options, type PostgresType, type Sql } from 'postgres'
import { type Address, readAddress } from './address/address.ts'
import { createConnectionQueue, type ConnectionQueue, type QueueState } from './connection-queue.ts'
import { createHostFinder, type HostState } from './address/hosts.ts'
import { keepStatements } from './prepared.ts'
import { createSockets, type Silence } from './socket.ts'
import type { Endpoint } from './address/uri.ts'

/** The handle of the pool or of a database transaction: stores take either. */
export type Db = PgDatabase<PostgresJsQueryResultHKT>

export type Database = {
  /** For statements that write or lock. */
  readonly db: Db
  /** For short reads: they never wait behind a lock. */
  readonly reads: Db
  /** For reads that count or list many rows: they delay only each other. */
  readonly reports: Db
  /** A connection of its own for the health check, which answers however busy the pools are. */
  readonly probe: Db
  /** The present state of the first three, with their names. */
  pools(): readonly (QueueState & { readonly pool: string })[]
  close(): Promise<void>
}

type Limits = {
  /** How long a statement or a transaction waits for a free connection. */
  readonly waitMs: number
  /**
   * How long a statement may stay without an answer before its connection is ended; PostgreSQL’s own timeout is
   * shorter.
   */
  readonly silenceMs: number
}

const statementMs = 10_000

/** The timeouts of each connection in milliseconds; a pooler may drop them (`session.ts`). */
export const timeouts = {
  statement_timeout: statementMs,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 15_000,
} as const

/**
 * A role or database may have other settings, under which dates would be read with day and month exchanged, and a
 * transaction would not see what others wrote before it got a lock.
 */
const plainForms = {
  DateStyle: 'ISO, YMD',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
} as const

/**
 * The number of short reads that are pipelined on one connection; further ones wait in our own queue, which is bounded.
 */
const depth = 8
const reporters = 2
const reportWaitMs = 10_000

export function openDatabase(
  url: string,
  applicationName: string,
  poolSize = 10,
  { waitMs = 3_000, silenceMs = statementMs + 2_000 }: Partial<Limits> = {},
): Database {
  const address = readAddress(url)
  const readers = Math.ceil(poolSize / 3)
  // Connections that write or report run one statement at a time; short reads are pipelined.
  const writing = createConnectionQueue({ count: poolSize, waitingMax: 50 * poolSize, waitMs })
  const reading = createConnectionQueue({
    count: depth * readers,
    waitingMax: 100 * readers,
    waitMs,
  })
  const reporting = createConnectionQueue({
    count: reporters,
    waitingMax: 400,
    waitMs: reportWaitMs,
  })
  const probing = createConnectionQueue({ count: 1, waitingMax: 10, waitMs: 1_000 })
  const open = (size: number, queue: ConnectionQueue, settings: object) =>
    keepStatements(
      connect(address, toOptions({ applicationName, size, settings }), {
        isBusy: () => queue.isBusy(),
        silenceMs,
      }),
      queue,
    )
  const readOnly = { default_transaction_read_only: 'on' }
  const writes = open(poolSize, writing, {})
  const reads = open(readers, reading, readOnly)
  const reports = open(reporters, reporting, readOnly)
  const probe = open(1, probing, readOnly)
  return {
    db: drizzle({ client: writes }),
    reads: drizzle({ client: reads }),
    reports: drizzle({ client: reports }),
    probe: drizzle({ client: probe }),
    pools: () => [
      { pool: 'writes', ...writing.state() },
      { pool: 'reads', ...reading.state() },
      { pool: 'reports', ...reporting.state() },
    ],
    close: async () => {
      await Promise.all([writes, reads, reports, probe].map((pool) => pool.end({ timeout: 5 })))
    },
  }
}

/** A client of one connection, opened with its first statement, for a role that is rarely used. */
export function openSingle(url: string, applicationName: string, password?: string) {
  const client = connect(readAddress(url), {
    max: 1,
    connect_timeout: 3,
    idle_timeout: 30,
    onnotice() {},
    ...(password !== undefined && { password }),
    connection: { application_name: applicationName, ...timeouts },
  })
  return { db: drizzle({ client }) as Db, close: () => client.end({ timeout: 5 }) }
}

/** The maximum age in seconds of a connection whose credentials are leased. */
const leasedSeconds = 300

type Given = Options<Record<string, PostgresType>>

/** A driver client that connects, with its first statement, to whichever host is suitable. */
export function connect(address: Address, options: Given, silence?: Silence): Sql {
  const find = createHostFinder(address, (endpoint) => askHost(address, endpoint))
  const { user, password, settings, connectSeconds } = address
  const leased = typeof password === 'function' && { password, max_lifetime: leasedSeconds }
  // The driver takes this option, but its types do not declare it.
  const sockets = { socket: createSockets(find, silence) }
  const client = postgres({
    ...toOptionsOf(address),
    ...options,
    ...leased,
    ...(connectSeconds !== undefined && { connect_timeout: connectSeconds }),
    ...sockets,
    connection: { ...plainForms, ...options.connection, ...settings },
  })
  // An option of the patched driver (tools/patches): BEGIN is pipelined with the statements beside it.
  Object.assign(client.options, { pipelines: true })
  // The driver copies the start-up parameters once; a getter reads a user that changes for each connection.
  if (user)
    Object.defineProperty(client.options.connection, 'user', { enumerable: true, get: user })
  return client
}

/** The driver gets one host: given several, it would try the next for ever without reporting a failure. */
function toOptionsOf({ endpoints, ssl, isDirect, database, name, password }: Address): Given {
  const [first] = endpoints
  return {
    host: first?.name ?? 'localhost',
    ...(first && { port: first.port }),
    ...(database !== undefined && { database }),
    ...(name !== undefined && { user: name }),
    ...(password !== undefined && { password }),
    ssl,
    ...(isDirect && { sslnegotiation: 'direct' }),
  }
}

async function askHost(address: Address, endpoint: Endpoint): Promise<HostState> {
  const client = connect(
    { ...address, endpoints: [endpoint], target: 'any' },
    { max: 1, connect_timeout: 3, fetch_types: false, onnotice() {} },
  )
  try {
    const [row] = await client<{ standby: boolean; read_only: string }[]>`
      select pg_is_in_recovery() as standby, current_setting('transaction_read_only') as read_only`
    return { isStandby: row?.standby === true, isReadOnly: row?.read_only === 'on' }
  } finally {
    void client.end({ timeout: 1 })
  }
}

type Pool = {
  readonly applicationName: string
  readonly size: number
  readonly settings: object
}

function toOptions({ applicationName, size, settings }: Pool) {
  return {
    max: size,
    connect_timeout: 3,
    // A constant delay: the driver’s own back-off, shared by the pool, keeps callers waiting for 20 s after PostgreSQL
    // is back.
    backoff: () => 0.25,
    idle_timeout: 300,
    keep_alive: 10,
    // The connection queue limits how many wait, so the driver’s own limit is set out of reach.
    max_pipeline: 10_000,
    onnotice() {},
    connection: { application_name: applicationName, ...timeouts, ...settings },
  }
}

// Opens PostgreSQL, and nothing else does. Nobody else may use the postgres.js client under drizzle: drizzle rewrites
// its parsers.
import { drizzle } from 'drizzle-orm/postgres-js'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'
import postgres, { type Options, type PostgresType, type Sql } from 'postgres'
import { type Address, readAddress } from './address.ts'
import { createConnectionQueue, type ConnectionQueue, type QueueState } from './connection-queue.ts'
import { createHostFinder, type HostState } from './hosts.ts'
import { keepStatements } from './prepared.ts'
import { createSockets, type Silence } from './socket.ts'
import type { Endpoint } from './uri.ts'

/** The pool's handle or a transaction's: a store takes either. */
export type Db = PgDatabase<PostgresJsQueryResultHKT>

export type Database = {
  /** For whatever writes or locks. */
  readonly db: Db
  /** For statements that only read, and shortly: they never wait behind a lock. */
  readonly reads: Db
  /** For reads that count or list much: nobody but another of them waits behind one. */
  readonly reports: Db
  /** For the question whether the database answers: whatever is asked of it, this has a connection of its own. */
  readonly probe: Db
  /** How the three first do now, by their names. */
  pools(): readonly (QueueState & { readonly pool: string })[]
  close(): Promise<void>
}

type Limits = {
  /** How long a statement or a transaction waits for a connection. */
  readonly waitMs: number
  /** How long a connection may leave a statement without an answer; Postgres itself ends it before. */
  readonly silenceMs: number
}

const statementMs = 10_000

/** Of each connection, in milliseconds; a pooler may drop them (`session.ts`). */
export const timeouts = {
  statement_timeout: statementMs,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 15_000,
} as const

/** So many short reads stand in one connection at a time; what is more waits in our own queue, which has a limit. */
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
  // A connection that writes or reports does one thing at a time; short reads are pipelined.
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

/** One connection, which comes with its first statement: for a role that little is asked of. */
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

/** The longest that a connection goes on under credentials that are leases. */
const leasedSeconds = 300

type Given = Options<Record<string, PostgresType>>

/** A client of the driver, which connects with its first statement to whichever host takes it. */
export function connect(address: Address, options: Given, silence?: Silence): Sql {
  const find = createHostFinder(address, (endpoint) => askHost(address, endpoint))
  const { user, password, settings, connectSeconds } = address
  const leased = typeof password === 'function' && { password, max_lifetime: leasedSeconds }
  // The driver's types do not know it.
  const sockets = { socket: createSockets(find, silence) }
  const client = postgres({
    ...toOptionsOf(address),
    ...options,
    ...leased,
    ...(connectSeconds !== undefined && { connect_timeout: connectSeconds }),
    ...sockets,
    connection: { ...options.connection, ...settings },
  })
  // Of the patched driver (tools/patches): BEGIN goes with the statements beside it.
  Object.assign(client.options, { pipelines: true })
  // The driver has copied what is sent at the start of a connection; a user that changes is read for each.
  if (user)
    Object.defineProperty(client.options.connection, 'user', { enumerable: true, get: user })
  return client
}

/** One host at a time: of several the driver would try the next for ever, and tell nobody. */
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
    // The driver's own back-off, shared by the pool, keeps callers for 20 s after Postgres is back.
    backoff: () => 0.25,
    idle_timeout: 300,
    keep_alive: 10,
    // The connection queue bounds how many wait: the driver's own bound is set out of reach.
    max_pipeline: 10_000,
    onnotice() {},
    connection: {
      application_name: applicationName,
      ...timeouts,
      ...settings,
    },
  }
}

// Makes drizzle use prepared statements. By default it asks the driver for unprepared ones: each is parsed and planned
// every time, and takes two round trips because the types of its parameters are asked for first. Prepared statements
// take one.
import { is, type Logger, Param, Placeholder, type SQL } from 'drizzle-orm'
import { type PgDatabase, PgDialect, type PgSession } from 'drizzle-orm/pg-core'
import { PostgresJsPreparedQuery, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'
import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres'
import type { ConnectionQueue } from './connection-queue.ts'
import { withinLazily } from './savepoint.ts'

/** The same type as in `client.ts`. */
type Db = PgDatabase<PostgresJsQueryResultHKT>

/**
 * The client for drizzle. Each connection keeps prepared statements by their text, so a text must not vary with its
 * values. Statements and transactions wait in the connection queue before the driver gets them.
 */
export function keepStatements(client: Sql, queue: ConnectionQueue): Sql {
  const begin = (work: (tx: TransactionSql) => unknown) =>
    queue.run(() => client.begin((tx) => work(keepWithin(tx))))
  const unsafe = keep(client)
  const unsafeQueued: Sql['unsafe'] = (...asked) => queued(queue, () => unsafe(...asked))
  // Safe because drizzle only calls methods, and `begin` with nothing but its work; the driver calls its own.
  return { ...client, begin, unsafe: unsafeQueued } as unknown as Sql
}

/** `asked` collects every statement of a savepoint. */
function keepWithin(tx: TransactionSql, asked?: PromiseLike<unknown>[]): TransactionSql {
  const make = tx.savepoint.bind(tx)
  const makeKept = (work: (inner: TransactionSql) => Promise<void>) =>
    make(async (inner) => {
      const asked: PromiseLike<unknown>[] = []
      await work(keepWithin(inner, asked))
      // A statement that failed without being awaited rolls back the savepoint, and not the whole transaction.
      await Promise.allSettled(asked)
    })
  const savepoint = (work: (inner: TransactionSql) => unknown) =>
    withinLazily(makeKept, async (inner) => work(inner))
  // Safe because drizzle calls `savepoint` with its work alone.
  return Object.assign(tx, {
    unsafe: keepInOrder(tx, asked),
    savepoint: savepoint as TransactionSql['savepoint'],
  })
}

function keep(client: Sql | TransactionSql): Sql['unsafe'] {
  const unsafe = client.unsafe.bind(client)
  return (text, values, options) => unsafe(text, values, { ...options, prepare: true })
}

/** The statement is sent at once and not when it is awaited, so that a COMMIT always follows it. */
function keepInOrder(tx: TransactionSql, asked?: PromiseLike<unknown>[]): Sql['unsafe'] {
  const unsafe = keep(tx)
  return (text, values, options) => {
    const statement = unsafe(text, values, options)
    void statement.execute()
    asked?.push(statement)
    return statement as never
  }
}

/** Safe because drizzle only awaits a statement or its `values()`. */
function queued<T extends readonly (Row & Iterable<Row>)[]>(
  queue: ConnectionQueue,
  start: () => PendingQuery<T>,
): PendingQuery<T> {
  const statement: Pick<PendingQuery<T>, 'then' | 'values'> = {
    // oxlint-disable-next-line unicorn/no-thenable -- a statement of the driver is one
    then: (onDone, onFailed) => queue.run(start).then(onDone, onFailed),
    values: () => queue.run(() => start().values()) as ReturnType<PendingQuery<T>['values']>,
  }
  return statement as PendingQuery<T>
}

/** The result of drizzle’s `prepare`: its text, how its rows are read, and its client. */
type Prepared = { execute(values?: Record<string, unknown>): Promise<unknown> }

/**
 * Builds a query of drizzle’s `prepare` once per process, because building its text takes longer than running it. It
 * runs on whatever handle it is given, the pool’s or a transaction’s.
 */
export function buildOnce<Query extends Prepared>(build: (db: Db) => Query): (db: Db) => Query {
  let built: Query | undefined
  return (db) => {
    built ??= takeNulls(build(db))
    const { client, logger } = sessionOf(db)
    // Safe because a prepared query keeps only these two members of the handle it was built on.
    const query = Object.assign(Object.create(Object.getPrototypeOf(built)), built, {
      client,
      logger,
    }) as Query
    const execute = query.execute.bind(query)
    // Runs a microtask later, as drizzle’s own queries do; otherwise it would overtake a drizzle query issued before
    // it.
    return Object.assign(query, {
      execute: (values: Record<string, unknown>) => Promise.resolve().then(() => execute(values)),
    })
  }
}

/**
 * Sends these statements in this order, however they are built, and awaits all. `Promise.all` would send a query that
 * drizzle builds after one issued by a call. Needed where the order matters, as for a lock before a read.
 */
export function askInOrder<const Asks extends readonly (() => unknown)[]>(
  ...asks: Asks
): Promise<{ -readonly [N in keyof Asks]: Awaited<ReturnType<Asks[N]>> }> {
  // Safe because each result stands at the position of its statement. An async function sends drizzle’s query when it
  // returns it.
  return Promise.all(asks.map(async (ask) => ask())) as Promise<never>
}

/**
 * Makes a placeholder take null: drizzle passes null through as a plain value, but encodes it by the column when it
 * fills a placeholder.
 */
function takeNulls<Query extends object>(query: Query): Query {
  if (!('params' in query) || !Array.isArray(query.params)) return query
  const params: unknown[] = query.params
  return Object.assign(query, { params: params.map(takesNull) })
}

function takesNull(param: unknown): unknown {
  if (!is(param, Param) || !is(param.value, Placeholder)) return param
  const { encoder } = param
  const mapToDriverValue = (value: unknown): unknown =>
    value === null ? null : encoder.mapToDriverValue(value)
  return new Param(param.value, { mapToDriverValue })
}

type Rows<Row> = { execute: readonly Row[]; all: unknown; values: unknown }

/** Like `buildOnce`, for SQL with `sql.placeholder`s; rows are as the driver returns them. */
export const buildSqlOnce = <Row>(build: () => SQL) =>
  buildOnce(() => {
    const { sql: text, params } = dialect.sqlToQuery(build())
    // Safe because client and logger come with the handle on which it runs, and without fields nothing else is needed.
    const none = undefined as never
    return new PostgresJsPreparedQuery<Rows<Row>>(
      none, text, params, none, none, none, none, none, false, false,
    ) // prettier-ignore
  })

const dialect = new PgDialect()

/** An object that is the same for a pool’s handle and its transactions: a key for caches per database. */
export const databaseOf = (db: Db): object => sessionOf(db).options

type Session = PgSession & {
  readonly client: Sql
  readonly logger: Logger
  readonly options: object
}

/** Safe because `client.ts` opens every handle with the postgres.js driver. */
const sessionOf = (db: Db): Session => db._.session as unknown as Session

/**
 * Sends a statement of a transaction without awaiting its answer, so that it shares a packet with what follows, perhaps
 * the COMMIT. If it fails, the transaction fails with its error.
 */
export function sendUnawaited(statement: PromiseLike<unknown>): void {
  // The failure is not lost, because the driver rejects the transaction with it. `resolve` keeps the statement in its
  // order.
  Promise.resolve(statement).catch(() => undefined)
}
